"""Faults in programs: each mutator changes one thing in a module.

A mutant need not be wrong, nor valid: whoever uses it asks a verifier whether it is a program, and then compares it
with the right one. A message of an assertion, and what an op is called, are not changed.
"""

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir

# Changes an op, in a copy of the module in which a mutator has seen it.
Change = Callable[[ir.Operation], None]
Mutator = Callable[[ir.Operation], Iterator[Change]]

_ENDS = (".return", ".yield", ".br", ".cond_br", ".condition", "func.func", "builtin.module")
_COMMUTATIVE = (
    "add multiply maximum minimum and or xor addi muli addf mulf maxsi minsi maxui minui andi ori xori".split()
)


def _is_end(op: ir.Operation) -> bool:
    return op.name.endswith(_ENDS)


def _is_assertion(op: ir.Operation) -> bool:
    return op.name in ("stablehlo.custom_call", "cf.assert") and not op.results


def _has_effect(op: ir.Operation) -> bool:
    return not op.results and not _is_end(op) or op.name == "stablehlo.custom_call"


def _changeable(op: ir.Operation) -> Sequence[int]:
    """Returns the operands that are not only part of a message."""
    return range(1 if _is_assertion(op) else len(op.operands))


def _siblings(op: ir.Operation) -> list[ir.Operation]:
    return [other.operation for other in op.block.operations]


def _visible(op: ir.Operation) -> list[ir.Value]:
    """Returns the values that an op may use, the last one first."""
    found: list[ir.Value] = []
    while op.name not in ("func.func", "builtin.module"):
        siblings = _siblings(op)
        before = [result for other in siblings[: siblings.index(op)] for result in other.results]
        found += reversed([*op.block.arguments, *before])
        op = op.parent.operation
    return found


def _with_operand(op: ir.Operation, index: int, value: ir.Value) -> None:
    op.operands[index] = value


def _with_attribute(op: ir.Operation, name: str, text: str) -> None:
    op.attributes[name] = ir.Attribute.parse(text)


def _other_operand(op: ir.Operation) -> Iterator[Change]:
    for index in _changeable(op):
        own = op.operands[index]
        for at, other in enumerate(_visible(op)):
            if other.type == own.type and other != own:
                yield lambda op, index=index, at=at: _with_operand(op, index, _visible(op)[at])


def _exchanged_operands(op: ir.Operation) -> Iterator[Change]:
    def exchange(op: ir.Operation, a: int, b: int) -> None:
        first, second = op.operands[a], op.operands[b]
        op.operands[a], op.operands[b] = second, first

    if op.name.rpartition(".")[2] not in _COMMUTATIVE:
        for a, b in itertools.combinations(_changeable(op), 2):
            if op.operands[a].type == op.operands[b].type and op.operands[a] != op.operands[b]:
                yield partial(exchange, a=a, b=b)


# Ops that have the same operands and results; those of each dialect in one line.
_ALIKE = [
    tuple(line.split())
    for line in """\
stablehlo.add stablehlo.subtract stablehlo.multiply stablehlo.divide stablehlo.maximum stablehlo.minimum \
stablehlo.remainder
stablehlo.and stablehlo.or stablehlo.xor
stablehlo.shift_left stablehlo.shift_right_logical stablehlo.shift_right_arithmetic
stablehlo.negate stablehlo.abs stablehlo.sign stablehlo.exponential
stablehlo.log_plus_one stablehlo.log stablehlo.sqrt stablehlo.rsqrt
stablehlo.floor stablehlo.ceil stablehlo.round_nearest_afz
stablehlo.convert stablehlo.bitcast_convert
arith.addi arith.subi arith.muli
arith.maxsi arith.minsi
arith.maxui arith.minui
arith.divui arith.divsi arith.ceildivsi arith.floordivsi
arith.remui arith.remsi
arith.andi arith.ori arith.xori
arith.shli arith.shrsi arith.shrui
arith.addf arith.subf arith.mulf arith.maximumf
arith.extsi arith.extui
arith.index_cast arith.index_castui""".splitlines()
]
# An op with what is undefined for some elements.
_LESS_DEFINED = {
    "stablehlo.divide": "arith.divsi",
    "stablehlo.remainder": "arith.remsi",
    "stablehlo.shift_left": "arith.shli",
    "stablehlo.shift_right_arithmetic": "arith.shrsi",
    "stablehlo.convert": "arith.fptosi",
}


def _renamed(op: ir.Operation, name: str) -> None:
    other = ir.Operation.create(
        name,
        results=[result.type for result in op.results],
        operands=list(op.operands),
        attributes={own: op.attributes[own] for own in op.attributes},
        ip=ir.InsertionPoint(op),
    )
    for own, new in zip(op.results, other.results):
        own.replace_all_uses_with(new)
    op.erase()


def _other_op(op: ir.Operation) -> Iterator[Change]:
    for group in _ALIKE:
        if op.name in group:
            yield from (partial(_renamed, name=name) for name in group if name != op.name)


def _less_defined(op: ir.Operation) -> Iterator[Change]:
    if op.name in _LESS_DEFINED:
        yield partial(_renamed, name=_LESS_DEFINED[op.name])
    if "overflowFlags" in op.attributes and str(op.attributes["overflowFlags"]) == "#arith.overflow<none>":
        yield partial(_with_attribute, name="overflowFlags", text="#arith.overflow<nsw>")


# Attributes that are not numbers or words of the program, and what is no such thing in others.
_NAMES = (
    *("error_message", "msg", "api_version", "operandSegmentSizes", "resultSegmentSizes", "sym_name", "function_type"),
    "iterator_types",
)
_SKIPPED = re.compile(r"tensor<[^>]*(?:<[^>]*>)?[^>]*>|-9223372036854775808|affine_map<\([^)]*\) ->")
_NUMBER = re.compile(r"(?<![\w.#%$@\"])-?\d+(?:\.\d+(?:[eE][+-]\d+)?)?(?![\w.])")
_LIST = re.compile(r"(?:[\[(]|array<i\d+: )(-?\w+(?:, -?\w+)+)[\])>]")
_WORDS = (
    *(("EQ", "NE"), ("NE", "EQ"), ("GE", "GT"), ("GT", "GE"), ("LE", "LT"), ("LT", "LE"), ("LT", "GT"), ("GT", "LT")),
    *(("EQ", "LE"), ("EQ", "GE"), ("GE", "LE"), ("LE", "GE")),
    *(("false", "true"), ("true", "false"), ("DEFAULT", "HIGHEST")),
)


def _changed(
    op: ir.Operation, pattern: str | re.Pattern[str], change: Callable[[str], Iterator[str]]
) -> Iterator[Change]:
    """Yields changes of one match of a pattern in an attribute of an op to another text."""
    for name in op.attributes if op.name != "func.func" else ():
        if name in _NAMES:
            continue
        text = str(op.attributes[name])
        skipped = [found.span() for found in _SKIPPED.finditer(text)]
        for found in re.finditer(pattern, text):
            if any(low <= found.start() < high for low, high in skipped):
                continue
            for other in change(found[0]):
                new = text[: found.start()] + other + text[found.end() :]
                yield partial(_with_attribute, name=name, text=new)


def _other_number(op: ir.Operation) -> Iterator[Change]:
    def change(number: str) -> Iterator[str]:
        if "." in number:
            yield from (other for other in ("1.000000e+00", "2.000000e+00") if float(number) != float(other))
            if float(number) == 0:
                yield f"-{number.removeprefix('-')}"
            return
        yield str(int(number) + 1)
        yield str(int(number) - 1)

    return _changed(op, _NUMBER, change)


def _other_part(op: ir.Operation) -> Iterator[Change]:
    """Moves a slice by one along each dim."""

    def move(op: ir.Operation, dim: int, step: int) -> None:
        for name in ("start_indices", "limit_indices"):
            numbers = list(op.attributes[name])
            numbers[dim] += step
            op.attributes[name] = ir.DenseI64ArrayAttr.get(numbers)

    if op.name == "stablehlo.slice":
        for step, dim in itertools.product((1, -1), range(len(op.attributes["start_indices"]))):
            yield partial(move, dim=dim, step=step)


def _reordered(op: ir.Operation) -> Iterator[Change]:
    def change(found: str) -> Iterator[str]:
        inner = _LIST.fullmatch(found)
        items = inner[1].split(", ")
        for a in range(len(items) - 1):
            other = [*items[:a], items[a + 1], items[a], *items[a + 2 :]]
            if other != items:
                yield found.replace(inner[1], ", ".join(other))

    return _changed(op, _LIST, change)


def _other_word(op: ir.Operation) -> Iterator[Change]:
    for right, wrong in _WORDS:
        yield from _changed(op, rf"\b{right}\b", lambda _, wrong=wrong: iter((wrong,)))
    yield from _changed(op, r'"\w*"', lambda word: iter((f'{word[:-1]}x"',)))


def _dropped(op: ir.Operation) -> Iterator[Change]:
    def drop(op: ir.Operation, index: int) -> None:
        op.results[0].replace_all_uses_with(op.operands[index])
        op.erase()

    if not op.results and not _is_end(op):
        yield lambda op: op.erase()
    if len(op.results) == 1:
        # Uses get an operand of the same type.
        same = [index for index, operand in enumerate(op.operands) if operand.type == op.results[0].type]
        yield from (partial(drop, index=index) for index in same)


def _moved(op: ir.Operation) -> Iterator[Change]:
    if _is_end(op):
        return
    if _has_effect(op):
        siblings = _siblings(op)
        before = [number for number, other in enumerate(siblings) if _has_effect(other) and number < siblings.index(op)]
        if before:
            yield lambda op, number=before[-1]: op.move_before(_siblings(op)[number])
        if _is_end(siblings[-1]):
            yield lambda op: op.move_before(_siblings(op)[-1])
    if op.parent.name != "func.func" and not op.name.endswith(".constant"):
        yield lambda op: op.move_before(op.parent.operation)


def _repeated(op: ir.Operation) -> Iterator[Change]:
    if op.name == "stablehlo.custom_call" and not _is_assertion(op):
        yield lambda op: op.clone(ip=ir.InsertionPoint(op))


def _exchanged_regions(op: ir.Operation) -> Iterator[Change]:
    def exchange(op: ir.Operation) -> None:
        first, second = op.regions
        first.blocks[0].append_to(second)
        second.blocks[0].append_to(first)

    if len(op.regions) == 2 and op.name.endswith((".if", ".case")):
        yield exchange


_READS_SIZE = (".get_dimension_size", "tensor.dim", ".shape_of")


def _inserted(op: ir.Operation) -> Iterator[Change]:
    """Changes a tensor before an op uses it."""

    def insert(op: ir.Operation, index: int, dim: int | None) -> None:
        own = op.operands[index]
        attributes = {} if dim is None else {"dimensions": ir.DenseI64ArrayAttr.get([dim])}
        name = "stablehlo.negate" if dim is None else "stablehlo.reverse"
        made = ir.Operation.create(name, [own.type], [own], attributes, ip=ir.InsertionPoint(op))
        op.operands[index] = made.results[0]

    for index in _changeable(op) if not op.name.endswith(_READS_SIZE) else ():
        type_ = op.operands[index].type
        if isinstance(type_, ir.RankedTensorType) and str(type_.element_type) not in ("i1", "index"):
            rank = type_.rank
            yield from (partial(insert, index=index, dim=dim) for dim in (range(min(rank, 2)) if rank else (None,)))


def _claimed(op: ir.Operation) -> Iterator[Change]:
    """Adds a promise about the indices of a scatter, or about the dims of an operand."""
    if op.name == "stablehlo.scatter":
        words = (word for word in ("indices_are_sorted", "unique_indices") if word not in op.attributes)
        yield from (partial(_with_attribute, name=word, text="true") for word in words)
    words = ("known_expanding_dimensions", "known_nonexpanding_dimensions")
    type_ = op.operands[0].type if op.name.endswith(".dynamic_broadcast_in_dim") else None
    if not isinstance(type_, ir.RankedTensorType) or any(word in op.attributes for word in words):
        return
    for word, dim in itertools.product(words, range(type_.rank)):
        # A dim of size 1 may expand, and no one can tell whether it has to.
        is_one = not type_.is_dynamic_dim(dim) and type_.get_dim_size(dim) == 1
        if not is_one or word != words[0]:
            yield partial(_with_attribute, name=word, text=f"array<i64: {dim}>")


def _less_checked(op: ir.Operation) -> Iterator[Change]:
    """Makes a part of a condition hold always: an `and` or `or` is one of its operands."""

    def take(op: ir.Operation, index: int) -> None:
        own = op.operands[index]
        for at in range(len(op.operands)):
            op.operands[at] = own

    if op.name in ("stablehlo.and", "stablehlo.or", "arith.andi", "arith.ori", "shape.assuming_all"):
        yield from (partial(take, index=index) for index in range(len(op.operands)))


MUTATORS: dict[str, Mutator] = {
    "another operand": _other_operand,
    "operands exchanged": _exchanged_operands,
    "another op": _other_op,
    "an op that is undefined for some elements": _less_defined,
    "another number": _other_number,
    "another part": _other_part,
    "a list in another order": _reordered,
    "another word": _other_word,
    "an op dropped": _dropped,
    "an op moved": _moved,
    "an effect twice": _repeated,
    "branches exchanged": _exchanged_regions,
    "elements moved before an op": _inserted,
    "a promise": _claimed,
    "a part of a condition alone": _less_checked,
}


def mutants(text: str, changes_loops: bool = True) -> Iterator[tuple[str, ir.Operation, Callable[[], str | None]]]:
    """Yields mutants of a program of which jaxlib has all dialects, or that is in generic form: the kind of each, the op
    that is changed, and a function that writes the program, or returns `None` if there is no such attribute.

    A loop of which integers are changed may not end.
    """
    context = jax_mlir.make_ir_context()
    context.allow_unregistered_dialects = True
    # What is no attribute need not be reported.
    context.attach_diagnostic_handler(lambda _: True)
    module = ir.Module.parse(text, context).operation
    ops = ops_of(module)
    counts = not changes_loops and any(op.name == "stablehlo.while" for op in ops)
    for kind, mutator in MUTATORS.items():
        for number, op in enumerate(ops):
            types = {str(value.type) for value in (*op.operands, *op.results)}
            if op.name == "builtin.module" or counts and not types.isdisjoint(("tensor<i32>", "tensor<i1>")):
                continue
            for change in mutator(op):
                yield kind, op, partial(_written, module, number, change)


def ops_of(module: ir.Operation) -> list[ir.Operation]:
    """Returns all ops of a module, each in front of those in its regions."""
    found: list[ir.Operation] = []
    module.walk(lambda op: found.append(op.operation) or ir.WalkResult.ADVANCE, ir.WalkOrder.PRE_ORDER)
    return found


def _written(module: ir.Operation, number: int, change: Change) -> str | None:
    """Returns a module in which one op is changed, in generic form."""
    with module.context, ir.Location.unknown():
        copy = module.clone()
        try:
            change(ops_of(copy)[number])
        except ir.MLIRError:
            return None
        return copy.get_asm(print_generic_op_form=True, use_local_scope=True)
