"""Runs a program symbolically: its assertions, requirements and results.

Handlers in `shape_ops`, `number_ops`, `broadcast_ops` and `control` define the
semantics of ops. An op without a handler is an uninterpreted function of its operands,
including its sizes.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import z3
from jaxlib.mlir import ir

from .events import Assertion, Claim, Demand, Effect, Event, Limit, Loop, Outcome
from .number import (
    GREATEST_SIZE, Bool, Number, all_equal, all_of, any_of, at_most, boolean, constant, equal,
    implies, remainder, same,
)  # fmt: skip
from .reader import Op, Program, kind_of
from .shapes import declared_names, narrowed, static_kinds
from .term_map import TermMap
from .theory import TENSOR, Element, Kind, Theory, Value, with_given

Handler = Callable[["Run", Op, list[Value]], Sequence[Value]]
HANDLERS: dict[str, Handler] = {}

# The functions that return the sizes of unknown computations.
_SIZE = "size of dim {}"
# The maximum depth of nested calls.
_DEEPEST_CALL = 40


class Unsupported(Exception):
    """An unsupported program; the text is the reason."""

    verdict = "not known"


class OtherLoops(Unsupported):
    """A program whose loops are not those of the first one."""


class NotModelled(Unsupported):
    """A program with rules that are not modelled."""

    verdict = "not modelled"


class NotFollowed(Exception):
    """A number or a rank is not known that an op needs, so its results are an unknown function of its operands."""


def handles(*names: str) -> Callable[[Handler], Handler]:
    """Registers a handler of ops."""

    def register(handler: Handler) -> Handler:
        HANDLERS.update(dict.fromkeys(names, handler))
        return handler

    return register


@dataclass(frozen=True)
class Settings:
    """The semantics that the tool's options select."""

    zero_extents: str = "reject"
    assertions: str = "custom-call"
    assume_symbols: bool = False
    # Whether contractions and windows are replaced (`legalize-for-iree`).
    is_rewritten: bool = False
    # Whether the output checks that each of its ops is legal, because its consumer does not (`guard-sizes`).
    guards_sizes: bool = False
    # Whether loops stop if a tensor that they carry changes its size (`carried-tensors`).
    keeps_sizes: bool = False
    # Whether scatters must not write outside of their tensors, as on IREE (`scatters-outside`).
    guards_scatters: bool = False
    # Whether scatters of several tensors must not either: yes, unless `scatters-of-several`, which refuses them, is
    # disabled.
    guards_several: bool = False
    # Whether TOSA's ops stay, after guards (`guard-broadcasts`).
    leaves_tosa: bool = False
    # The shapes that the output is for, as the tool's `--shapes`; those of all calls without them.
    shapes: str = ""
    # The function that they are for; empty if it is the only public one.
    function: str = ""
    # How many profiles there are: the program of IREE has a copy for each, and one for other sizes.
    profiles: int = 0
    # Rules of ops of other dialects, in order, by source op.
    rules: dict[str, list[dict]] = field(default_factory=dict)
    # The other ops of which a rule file says what they do to sizes.
    facts: dict[str, list[dict]] = field(default_factory=dict)

    @property
    def assumes_symbols(self) -> bool:
        return self.assume_symbols or self.assertions == "none"


class Run:
    """One run of one function."""

    def __init__(
        self,
        theory: Theory,
        program: Program,
        settings: Settings,
        loops: list[Loop],
        first: Run | None = None,
        specialized: Program | None = None,
    ) -> None:
        self.theory = theory
        self.program = program
        self.settings = settings
        # The values of the first program's run, if this is the second one.
        self.loops = loops
        # The numbers of those that are being run.
        self.open_loops: list[int] = []
        self.first = first
        # The program whose arguments have the sizes to prove.
        self.specialized = specialized
        self.events: list[Event] = []
        self.claims: list[Claim] = []
        # The ops with effects, in order, each with its path.
        self.effects: list[tuple[str, Bool]] = []
        # Conditions that are known to hold, with the paths.
        self.held: TermMap[None] = TermMap()
        # Whether anything has been asserted.
        self.asserts = False
        self.path: Bool = True
        self.given: Bool = True
        # The condition for the current op's operands to be defined.
        self.operands_given: Bool = True
        self.values: dict[ir.Value, Value] = {}
        self.counts: Counter[str] = Counter()
        self.calls: list[str] = []
        # How many regions with arbitrary arguments are being run, one in the other.
        self.depth = 0
        self.op: Op | None = None
        # Ops that work on larger tensors than those of the first program.
        self.rewritten: set[str] = set()
        # Ops of this program that the other one lacks, and those whose elements are compared nevertheless.
        self.written_out: set[str] = set()
        self.followed: set[str] = set()
        # Ops that only the other program has, and all that it has.
        self.made: set[str] = set()
        self.other_names: set[str] = set()
        # The sizes and strides of the windows that the other program has.
        self.other_windows: set[tuple[tuple[int, ...], ...]] = set()
        # Ops that the output may compute by others, which are not modelled.
        self.unmodelled: set[str] = set()
        self._pending: list[set[ir.Operation]] = []
        # Values that are computed from themselves, in a graph region.
        self._cycles: set[ir.Value] = set()
        self._agreed: dict[str, Value] = {}
        # What the first program has, on which paths, for the names of numbers in the module.
        self._named: dict[str, list[tuple[Bool, Number]]] = {}

    # Functions for handlers.

    def demand(self, condition: Bool, what: str, is_range: bool = False, is_unchecked: bool = False) -> None:
        """Requires that a condition holds here."""
        if condition is not True:
            given = all_of([self.given, self.operands_given])
            # MLIR's canonicalizer moves casts in front of assertions, also in IREE's compiler. If an assertion then
            # fails, nothing that is computed from the cast is returned or passed to an unknown function.
            is_rewritten = self.first is not None and self.settings.is_rewritten
            is_late = is_rewritten and self.op is not None and self.op.name == "tensor.cast"
            self.events.append(Demand(self.path, given, condition, what, str(self.op), is_late, is_range, is_unchecked))
            # What the output checks is not known before.
            is_checked = self.settings.guards_sizes and not is_range and not is_unchecked
            if self._holds_everywhere() and self.operands_given is True and not is_checked:
                self.theory.same_numbers.learn(condition)

    def limit(self, condition: Bool) -> None:
        """States that no machine gets past this point unless a condition holds."""
        if condition is not True:
            self.events.append(Limit(self.path, condition))

    def check(self, most: Bool, least: Bool | None = None, is_witness: bool = False) -> None:
        """Asserts a condition here."""
        least = most if least is None else least
        if most is not True or least is not True:
            is_own = self.op is not None and _checks(self.op.name)
            self.events.append(Assertion(self.path, most, least, str(self.op), is_witness, is_own))
            self.asserts = True

    def claim(self, condition: Bool, what: str) -> None:
        """Records a condition that must hold in both programs."""
        if condition is not True:
            at = "the end of the function" if self.op is None else str(self.op)
            self.claims.append(Claim(self.path, condition, what, at))

    def effect(self, label: str, op: Op, values: Sequence[Value]) -> None:
        """Records an op with effects. Both programs must have the same ones, in the same order, on the same values."""
        label += f" of {len(values)} operands {attribute_key(op)}"
        self.events.append(Effect(self.path, len(self.effects)))
        self.effects.append((label, self.path))
        for index, value in enumerate(values):
            self.agree(f"{label}, operand {index}", value)

    def show(self) -> None:
        """Records that operands leave the program here."""
        if self.first is not None:
            self.events.append(Effect(self.path))

    def _claim_effects(self) -> None:
        """Requires that both programs have the same effects, in the same order and on the same paths."""
        others = self.effects if self.first is None else self.first.effects
        for own, other in itertools.zip_longest(self.effects, others, fillvalue=("nothing", True)):
            if own[0] != other[0]:
                self.claim(False, f"effects: {own[0]}, not {other[0]}")
                return
            self.claim(same(own[1], other[1]), f"when it has the effect of {own[0]}")

    def agree(self, label: str, value: Value) -> None:
        """Requires that both programs have the same value at a place with this name."""
        if self.first is None:
            self._agreed[label] = value
            return
        self.show()
        if label not in self.first._agreed:
            self.claim(False, f"{label}: the other program has none")
        else:
            for word, condition in self.theory.same_value(value, self.first._agreed[label]):
                self.claim(condition, f"{label}, {word}")

    def count(self, name: str) -> int:
        """Returns the next number of a counter with this name."""
        self.counts[name] += 1
        return self.counts[name]

    def fresh(self, name: str, kind: Kind) -> Value:
        """Returns an unknown value of a type."""
        if kind.dims is None:
            return Value(kind, None, z3.Const(name, TENSOR))
        sizes = tuple(
            constant(dim) if dim is not None else self.theory.size(f"{name}.{index}", kind, index)
            for index, dim in enumerate(kind.dims)
        )
        return Value(kind, sizes, z3.Const(name, TENSOR))

    def opaque(
        self, op: Op, operands: Sequence[Value], *more: z3.ExprRef, known: Sequence[Sequence[Number] | None] = ()
    ) -> list[Value]:
        """Returns the results of an op that depends only on its operands; the sizes of some may be known."""
        name = f"{op.name} {attribute_key(op)}"
        values = []
        for index, kind in enumerate(op.kinds):
            term = self.theory.apply(f"{name} #{index}: {kind.label}", *operands, *more)
            own = known[index] if index < len(known) else None
            if kind.dims is None:
                values.append(Value(kind, None, term))
            elif own is None:
                sizes = tuple(self.size_of(term, kind, dim) for dim in range(len(kind.dims)))
                values.append(Value(kind, sizes, term))
            else:
                values.append(self.typed(kind, own, term))
                self._keep_sizes(term, own)
        return values

    def _keep_sizes(self, term: z3.ExprRef, sizes: Sequence[Number]) -> None:
        """Keeps the sizes of a result for the output, which may have them in its type."""
        for dim, size in enumerate(sizes if self.first is None else ()):
            own = self.theory.function(_SIZE.format(dim), [term], z3.IntSort())
            self.theory.unknown_functions.add(term.decl().name())
            self.theory.assume(implies(self.path, own == size.z))

    def size_of(self, term: z3.ExprRef, kind: Kind, dim: int) -> Number:
        """Returns a size of an unknown computation. The type's size or bound is assumed in the input. In the output,
        it must be proven if the input has the same computation, because its type may say less there."""
        theory = self.theory
        declared = None if kind.dims is None else kind.dims[dim]
        limit = kind.bound(dim) if declared is None else declared
        size = theory.ranged(theory.function(_SIZE.format(dim), [term], z3.IntSort()), 0, GREATEST_SIZE)
        # The operands may be the same tensors by other terms.
        name = term.decl().name()
        if self.first is not None and name in theory.unknown_functions:
            if declared is not None:
                self.demand(equal(size, constant(declared)), f"dim {dim} of type {declared}")
            elif limit is not None:
                self.demand(at_most(size, constant(limit)), f"dim {dim} is at most {limit}")
        elif limit is not None:
            size = theory.ranged(size.z, 0 if declared is None else declared, limit, self.path)
        if self.first is None:
            theory.unknown_functions.add(name)
        return size if declared is None else constant(declared)

    def result(
        self,
        op: Op,
        sizes: Sequence[Number],
        tensor: z3.ExprRef | None = None,
        elements: tuple[Element, ...] | None = None,
        index: int = 0,
    ) -> Value:
        """Returns a result of these sizes, which its type must allow."""
        kind = op.kinds[index]
        return self.typed(kind, sizes, tensor, elements)

    def results(
        self, op: Op, label: str, arguments: Sequence[Value | Number | z3.ExprRef], sizes: Sequence[Sequence[Number]]
    ) -> list[Value]:
        """Returns results of these sizes, each an unknown function of arguments."""
        terms = (self.theory.apply(f"{label} #{index}", *arguments) for index in range(len(op.kinds)))
        return [self.typed(kind, own, term) for kind, own, term in zip(op.kinds, sizes, terms, strict=True)]

    def typed(
        self,
        kind: Kind,
        sizes: Sequence[Number],
        tensor: z3.ExprRef | None = None,
        elements: tuple[Element, ...] | None = None,
    ) -> Value:
        """Returns a value of a type, which must allow its sizes."""
        if kind.dims is None:
            return Value(kind, tuple(sizes), tensor, elements)
        if len(kind.dims) != len(sizes):
            raise Unsupported(f"{self.op} has rank {len(kind.dims)}, not {len(sizes)}")
        allowed = []
        if tensor is not None and self._is_narrowed(kind, sizes):
            known = [size if declared is None else constant(declared) for declared, size in zip(kind.dims, sizes)]
            tensor = self.theory.narrowed(Value(kind, tuple(sizes), tensor), known)
        for dim, (declared, size) in enumerate(zip(kind.dims, sizes)):
            bound = kind.bound(dim)
            if declared is not None:
                self.demand(equal(size, constant(declared)), f"dim {dim} of type {declared}")
                size = constant(declared)
            elif bound is not None:
                self.demand(at_most(size, constant(bound)), f"dim {dim} is at most {bound}")
                size = Number(size.term, size.low, min(size.high, bound))
            else:
                fits = [at_most(constant(0), size)]
                if self.first is None:
                    # The tool requires this of its input; its output may compute with
                    # wider integers.
                    fits.append(at_most(size, constant(GREATEST_SIZE)))
                    size = Number(size.term, size.low, min(size.high, GREATEST_SIZE))
                    if self._holds_everywhere() and size.constant is None:
                        self.theory.fitting[size.z] = None
                elif size.z in self.theory.fitting:
                    # The input would not be legal otherwise.
                    size = Number(size.term, size.low, min(size.high, GREATEST_SIZE))
                self.demand(all_of(fits), f"dim {dim} has a size that can be expressed", is_range=True)
                size = Number(size.term, max(size.low, 0), size.high)
            allowed.append(self.theory.same_numbers.of(size))
        return Value(kind, tuple(allowed), tensor, elements)

    def _holds_everywhere(self) -> bool:
        """Returns whether what this op requires holds for all sizes that the input is defined for."""
        return self.first is None and self.path is True and self.given is True and not self.asserts

    def _is_narrowed(self, kind: Kind, sizes: Sequence[Number]) -> bool:
        """Returns whether a type gives sizes that hold only here, on one path or after an assertion. Facts about a term
        must hold everywhere."""
        pairs = zip(kind.dims or (), sizes)
        return not self._holds_everywhere() and any(it is not None and size.constant is None for it, size in pairs)

    def elements(self, value: Value) -> tuple[Element, ...] | None:
        """Returns the elements of a small tensor of integers."""
        return self.theory.elements(value)

    def numbers(self, value: Value) -> list[Number] | None:
        """Returns the elements of a small tensor of integers other than truth values."""
        elements = self.elements(value)
        if elements is None or not all(isinstance(item, Number) for item in elements):
            return None
        return list(elements)  # type: ignore[arg-type]

    def known_numbers(self, value: Value) -> list[Number]:
        """Returns the elements of a small tensor of integers; raises `NotFollowed` if they are not tracked."""
        numbers = self.numbers(value)
        if numbers is None:
            raise NotFollowed
        return numbers

    def truth(self, value: Value) -> Bool:
        """Returns the truth value in a tensor of one i1."""
        elements = self.elements(value)
        if not elements or isinstance(elements[0], Number):
            raise Unsupported(f"{self.op}: a truth value that is not followed")
        return elements[0]

    # Running.

    def run(self, name: str) -> Outcome:
        """Runs a function on any arguments."""
        function = self.program.functions[name]
        block = function.regions[0].blocks[0]
        kinds = [kind_of(argument.type) for argument in block.arguments]
        if self.specialized is not None:
            kinds = narrowed(kinds, static_kinds(self.specialized, name))
        arguments = [self.fresh(f"argument {index}", kind) for index, kind in enumerate(kinds)]
        self.calls.append(name)
        if self.first is None:
            self._declared(function, arguments)
            self._assume_global_constants(function, arguments)
        results = self.region(function.regions[0], arguments)
        self._claim_effects()
        return Outcome(arguments, results, self.events, self.claims)

    def run_module(self) -> Outcome:
        """Runs the ops of a module outside functions."""
        results = self.region(self.program.module.operation.regions[0], [])
        self._claim_effects()
        return Outcome([], results, self.events, self.claims)

    def _declared(self, function: Op, arguments: Sequence[Value]) -> None:
        """Requires the declared sizes of arguments."""
        first: dict[str, Number] = {}
        conditions: list[Bool] = []
        attributes = function.attributes.get("arg_attrs")
        for value, given in zip(arguments, attributes or ()):
            for dim, symbol in declared_names(given):
                size = (value.sizes or ())[dim]
                self._named.setdefault(symbol, [(True, size)])
                conditions.append(equal(first.setdefault(symbol, size), size))
        ranges = function.attributes.get("bcast.ranges")
        for item in ranges or ():
            size = first.get(item.name)
            limits = [int(limit) for limit in item.attr]
            if size is not None:
                conditions.append(at_most(constant(limits[0]), size))
                conditions += [at_most(size, constant(limit)) for limit in limits[1:2]]
                conditions += [equal(remainder(size, step), constant(0)) for step in limits[2:]]
        self.op = function
        if self.settings.assumes_symbols:
            self.demand(all_of(conditions), "the declared sizes")
        else:
            for condition in conditions:
                self.check(condition)

    def _assume_global_constants(self, function: Op, operands: Sequence[Value]) -> None:
        """Requires that arguments with the same name in the module are equal."""
        if not self.settings.assumes_symbols:
            return
        attributes = function.attributes.get("arg_attrs")
        for value, given in zip(operands, attributes or ()):
            name = given["jax.global_constant"] if "jax.global_constant" in given else None
            numbers = self.numbers(value)
            if not isinstance(name, ir.StringAttr) or numbers is None or len(numbers) != 1:
                continue
            named = self._named.setdefault(name.value, [])
            for path, number in named:
                same = implies(path, equal(number, numbers[0]))
                self.demand(same, f"one number of the name {name.value}")
            named.append((self.path, numbers[0]))

    def region(self, region: ir.Region, arguments: Sequence[Value]) -> list[Value]:
        """Runs a region; returns the operands of its terminator."""
        if len(region.blocks) == 0:
            return []
        if len(region.blocks) > 1:
            from .blocks import run_blocks

            return run_blocks(self, region, arguments)
        return self.block(region.blocks[0], arguments)

    def block(self, block: ir.Block, arguments: Sequence[Value]) -> list[Value]:
        """Runs a block; returns the operands of its terminator."""
        for argument, value in zip(block.arguments, arguments, strict=True):
            self.values[argument] = value
        operations = [operation.operation for operation in block.operations]
        self._pending.append(set(operations))
        terminator: list[Value] = []
        for operation in operations:
            op = Op(operation)
            if is_terminator(op, block):
                terminator = self.operands(op)
            elif operation in self._pending[-1]:
                self._pending[-1].discard(operation)
                self.run_op(op)
        self._pending.pop()
        return terminator

    def operands(self, op: Op) -> list[Value]:
        """Returns the operands of an op."""
        return [self._value(operand) for operand in op.operation.operands]

    def outside(self, value: ir.Value) -> Value:
        """Returns a value that a region uses, which is computed outside of it."""
        if value not in self.values:
            raise Unsupported("a value of a region that is not run")
        return self.values[value]

    def _value(self, value: ir.Value) -> Value:
        if value not in self.values:
            # In a graph region, an op may precede the ops that define its operands.
            owner = value.owner
            if isinstance(owner, ir.Block):
                raise Unsupported("a block that is used before it is run")
            for pending in self._pending:
                if owner.operation in pending:
                    pending.discard(owner.operation)
                    self.run_op(Op(owner.operation))
                    break
            else:
                self._cut_cycle(value)
        return self.values[value]

    def _cut_cycle(self, value: ir.Value) -> None:
        """Takes any value for one that an op computes from itself.

        Both programs must compute the same from it, so the same values solve both.
        """
        kind = kind_of(value.type)
        self.values[value] = self.fresh(f"cycle {self.count('cycle')}: {kind.label}", kind)
        self._cycles.add(value)

    def run_op(self, op: Op) -> None:
        """Runs an op."""
        outer, self.op = self.op, op
        outer_given = self.operands_given
        operands = self.operands(op)
        given = all_of([operand.given for operand in operands])
        self.operands_given = given
        handler = HANDLERS.get(op.name) or self._handler(op)
        try:
            results = handler(self, op, operands)
        except NotFollowed:
            results = self.opaque(op, operands)
        if self.first is None:
            for value in results:
                self._state_empty(value)
        self.operands_given = outer_given
        for result, value in zip(op.operation.results, results, strict=True):
            if result in self._cycles:
                self.demand(all_equal(self.values[result].sizes or (), value.sizes or ()), "the sizes of a cycle agree")
                self.agree(f"result {self.count('cyclic result')} of a cycle", value)
            self.values[result] = with_given(value, given)
        self.op = outer

    def _state_empty(self, value: Value) -> None:
        """States that a tensor equals all others of its type if one of its sizes is 0. The output may know
        that this is so where the input does not."""
        sizes = value.sizes or ()
        is_empty = any_of([equal(size, constant(0)) for size in sizes])
        if not isinstance(is_empty, bool):
            same = self.theory.tensor(value) == self.theory.without_elements(sizes)
            self.demand(implies(is_empty, same), "a tensor has no elements")

    def _handler(self, op: Op) -> Handler:
        from .broadcast_ops import broadcast_rule, run_broadcast
        from .control import run_unknown
        from .rule_facts import run_constant, run_with_facts
        from .rules import CONSTANTS

        if broadcast_rule(self, op) is not None:
            return run_broadcast
        if op.name in self.settings.facts:
            return run_with_facts
        if op.name in CONSTANTS:
            return run_constant
        if op.name.startswith("tf."):
            self.unmodelled.add(op.name)
        return run_unknown

    @contextmanager
    def on(self, path: Bool, given: Bool = True) -> Iterator[None]:
        """Runs the body of the `with` statement only on a path, or under a further condition."""
        outer = self.path, self.given
        self.path = all_of([self.path, path])
        self.given = all_of([self.given, given])
        try:
            yield
        finally:
            self.path, self.given = outer

    @contextmanager
    def on_any(self, name: str) -> Iterator[None]:
        """Runs the body of the `with` statement, which runs a region on arbitrary arguments."""
        self.depth += 1
        try:
            with self.on(self.sometimes(name)):
                yield
        finally:
            self.depth -= 1

    def sometimes(self, name: str) -> z3.BoolRef:
        """Returns an unknown condition for whether a region is run."""
        return z3.Bool(f"{name} runs")

    def call(self, name: str, operands: list[Value]) -> list[Value] | None:
        """Runs a called function; `None` if it has no body or calls itself."""
        function = self.program.functions.get(name)
        if function is not None and self.first is None:
            self._assume_global_constants(function, operands)
        is_followed = (
            function is not None
            and function.regions
            and len(function.regions[0].blocks) > 0
            and name not in self.calls
            and len(self.calls) < _DEEPEST_CALL
        )
        if not is_followed or function is None:
            return None
        outer = self.values
        self.values = {}
        self.calls.append(name)
        results = self.region(function.regions[0], operands)
        self.calls.pop()
        self.values = outer
        return results

    def copy_of(self, value: Value, kind: Kind) -> Value:
        """Returns a value with another type, which must allow its sizes."""
        if value.sizes is None or kind.dims is None:
            return replace(value, kind=kind)
        typed = self.typed(kind, value.sizes, value.tensor, value.elements)
        return replace(typed, given=value.given)


def sizes_of(value: Value) -> tuple[Number, ...]:
    """Returns the sizes of a tensor, which must have a rank."""
    if value.sizes is None:
        raise Unsupported("a value without a rank")
    return value.sizes


def _checks(name: str) -> bool:
    """Returns whether an op checks what the program requires."""
    return name in ("stablehlo.custom_call", "cf.assert", "func.func") or name.startswith("shape.cstr_")


def is_terminator(op: Op, block: ir.Block) -> bool:
    """Returns whether an op ends its block: the last one, if it has no results."""
    name = op.name
    if name.split(".")[-1] in ("return", "yield", "assuming_yield", "condition"):
        return True
    return name in ("cf.br", "cf.cond_br", "cf.switch") or name in ("test.yield", "test.end")


# Attributes that do not affect an op's results, or that handlers process.
_IGNORED = {
    "known_expanding_dimensions",
    "known_nonexpanding_dimensions",
    "result_accuracy",
    "operandSegmentSizes",
    # Where operands are that only say which shapes an unknown call's results have.
    "indices_of_shape_operands",
    # Which memory they are in.
    "operand_layouts",
    "output_operand_aliases",
    "result_layouts",
    "msg",
    "fastmath",
    "overflowFlags",
}


# Attributes of other dialects that a called function may read.
_SEEN_BY_CALLS = ("mhlo.backend_config", "mhlo.attributes")


def attribute_key(op: Op, only: Sequence[str] | None = None) -> str:
    """Formats the attributes that affect an op's results."""
    attributes = op.attributes
    names = sorted(attributes) if only is None else [name for name in only if name in attributes]
    parts = []
    for name in names:
        if name in _IGNORED or "." in name and name not in _SEEN_BY_CALLS:
            continue
        text = str(attributes[name])
        # Enumerations have a name in each dialect.
        for dialect in ("stablehlo", "chlo"):
            text = text.replace(f"#{dialect}<", "#<")
        parts.append(f"{name} = {text}")
    return "{" + ", ".join(parts) + "}"


def truths(values: Sequence[Bool]) -> list[z3.BoolRef]:
    """Returns truth values as terms for the solver."""
    return [boolean(value) for value in values]
