"""Reductions of the elements of a dim up to each one, and the greatest of them."""

import math
from collections.abc import Sequence
from dataclasses import replace

import z3
from jaxlib.mlir import ir

from .constants import known_complex, known_float
from .decompositions import decomposed
from .elementwise import ALIASES, computed, converted
from .interpret import Run, Unsupported, attribute_key, handles, sizes_of
from .number import Bool, Number, add, all_equal, all_of, at_most, constant, equal, negate
from .reader import Op
from .signs import UNSIGNED
from .theory import TENSOR, Kind, Value

# The initial value that does not change a reduction by an op: of floats, and of integers.
_NEUTRAL = {
    "add": (0.0, lambda width: 0),
    "multiply": (1.0, lambda width: 1),
    "maximum": (-math.inf, lambda width: width.low),
    "minimum": (math.inf, lambda width: width.high),
    "or": (None, lambda width: 0),
    "xor": (None, lambda width: 0),
    "and": (None, lambda width: -1 if width.is_signed else width.high),
}


def _reducer(step: str) -> str:
    """Returns the op of StableHLO that combines elements as an op does, without its dialect."""
    return UNSIGNED.get(step.removeprefix("arith."), ALIASES.get(step, step).removeprefix("stablehlo."))


@handles("iree_linalg_ext.scan")
def scan(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The reductions of all elements up to each one along a dim, and of all."""
    step = step_of(op.regions[0].blocks[0])
    if step is None or not op.truth("inclusive") or not step.startswith("arith."):
        raise Unsupported(f"{op}: a scan that is not followed")
    name = step.removeprefix("arith.")
    dim = op.integer("dimension")
    value, result, total = operands
    own = sizes_of(value)
    kept = [size for at, size in enumerate(own) if at != dim]
    pairs = [*zip(own, sizes_of(result)), *zip(kept, sizes_of(total))]
    run.demand(all_of([equal(a, b) for a, b in pairs]), "what a scan sets has its sizes")
    kind = value.kind
    reducer, bits = _reducer(step), kind
    if name in ("maxui", "minui"):
        bits = replace(kind, element=f"u{kind.element}")
    term = run.theory.bits(run.theory.tensor(value), kind.label, bits.label)
    scanned = _scan(run, Value(bits, own, term), reducer, dim, is_reverse=False)
    all_ = run.theory.apply(f"scan all {name} {dim}", value)
    return [run.result(op, own, run.theory.bits(scanned, bits.label, kind.label)), run.result(op, kept, all_, index=1)]


@handles("chlo.scan")
def scan_of_rows(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Runs a region on each slice along a dim, and on the state that the one before left."""
    dim = op.integer("dimension")
    count, _ = op.integers("operandSegmentSizes") or ()
    inputs, states = operands[:count], operands[count:]
    shapes = [[size for at, size in enumerate(sizes_of(value)) if at != dim] for value in inputs] + [
        sizes_of(value) for value in states
    ]
    arguments = [
        Value(value.kind, tuple(shape), z3.Const(f"scanned {run.depth}.{at}", TENSOR))
        for at, (value, shape) in enumerate(zip(operands, shapes))
    ]
    with run.on_any(f"scan {run.count(op.name)}"):
        found = run.region(op.regions[0], arguments)
        after = found[len(found) - len(states) :]
        for before, state in zip(states, after):
            run.demand(all_equal(sizes_of(before), sizes_of(state)), "a scan's state keeps its sizes")
    results = []
    for index, value in enumerate(found):
        sizes = list(sizes_of(value))
        if index < len(found) - len(states):
            sizes.insert(dim, sizes_of(inputs[0])[dim])
        term = run.theory.apply(f"{op.name} {attribute_key(op)} #{index}", *operands, *found)
        results.append(run.result(op, sizes, term, index=index))
    return results


@handles("chlo.top_k")
def chlo_top_k(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The greatest elements along the last dim and their positions."""
    if (found := decomposed(run, op, operands)) is not None:
        return found
    return greatest_of_last(run, op, operands[0], constant(op.integer("k")))


def greatest_of_last(run: Run, op: Op, operand: Value, count: Number) -> Sequence[Value]:
    """Returns so many of the greatest elements along the last dim, and their positions."""
    if operand.sizes is None:
        return run.opaque(op, [operand])
    run.demand(at_most(count, operand.sizes[-1]), "there are so many elements")
    sizes = (*operand.sizes[:-1], count)
    return run.results(op, "top k", [operand, count], [sizes] * len(op.kinds))


def choose_scan(
    run: Run,
    block: ir.Block,
    operands: Sequence[Value],
    windows: Sequence[Number],
    padding: Sequence[tuple[Number, Number]],
    ones: Sequence[int],
    other: Value,
) -> Value:
    """Returns the scan that windows are if they hold all elements up to each one; else `other`."""
    step = step_of(block)
    if step is None or len(operands) != 2 or any(one != 1 for one in ones):
        return other
    value, init = operands
    reducer = step.removeprefix("stablehlo.")
    is_neutral = _is_neutral(run, reducer, init)
    reduced = [
        dim
        for dim, (window, edges) in enumerate(zip(windows, padding))
        if window.constant != 1 or any(edge.constant != 0 for edge in edges)
    ]
    if len(reduced) != 1:
        return other
    (dim,) = reduced
    low, high = padding[dim]
    if 0 not in (low.constant, high.constant):
        return other
    is_reverse = low.constant == 0
    edge = high if is_reverse else low
    size = sizes_of(value)[dim]
    is_whole = [equal(windows[dim], size), equal(add(edge, constant(1)), size)]
    kind = replace(value.kind, dims=other.kind.dims)
    scanned = Value(kind, other.sizes, _scan(run, value, reducer, dim, is_reverse))
    whole = all_of(is_whole)
    if is_neutral is not True and (whole is True or reducer in _IDEMPOTENT):
        # Also if it changes nothing.
        scanned = _begun(run, reducer, dim, not is_reverse, init, scanned)
        is_neutral = True
    return run.theory.choose(all_of([whole, is_neutral]), scanned, other)


# Reductions of which it does not matter how often an element takes part.
# False is less than true.
_OF_TRUTHS = {"maximum": "or", "minimum": "and"}
_IDEMPOTENT = ("maximum", "minimum", "and", "or")


def _begun(run: Run, reducer: str, dim: int, is_reverse: bool, init: Value, scanned: Value) -> Value:
    """Returns a scan that begins with a value, which each element of the padding is, too.

    The padding at an element has as many elements as there are in the other direction.
    """
    assert run.op is not None
    sizes = sizes_of(scanned)
    filled = run.theory.repeated(init, (), sizes)
    if reducer not in _IDEMPOTENT:
        filled = replace(filled, kind=scanned.kind)
        filled = Value(scanned.kind, sizes, _scan(run, filled, reducer, dim, is_reverse))
    return computed(run, run.op, reducer, [filled, scanned], sizes)


def step_of(block: ir.Block) -> str | None:
    """Returns the op that a block consists of, if it is one op on its two arguments."""
    body = [op.operation for op in block.operations]
    arguments = list(block.arguments)
    if len(body) != 2 or list(body[0].operands) != arguments or len(arguments) != 2:
        return None
    if list(body[1].operands) != list(body[0].results):
        return None
    name = body[0].name
    return name if _reducer(name) in _NEUTRAL else None


def _is_neutral(run: Run, reducer: str, init: Value) -> Bool:
    value = neutral(run, reducer, init.kind)
    if value is None:
        return False
    if value.kind.is_truth:
        items, known = run.elements(init), run.elements(value)
        if items is None or known is None:
            return False
        (is_true,) = items
        assert not isinstance(is_true, Number)
        return is_true if known[0] else negate(is_true)
    if value.kind.width is not None:
        numbers, known = run.numbers(init), run.numbers(value)
        return numbers is not None and known is not None and equal(numbers[0], known[0])
    term, other = run.theory.tensor(init), run.theory.tensor(value)
    return True if term.eq(other) else term == other


def neutral(run: Run, step: str, kind: Kind) -> Value | None:
    """Returns the scalar that changes no element of a type that it is reduced with."""
    reducer = step.removeprefix("stablehlo.")
    if reducer not in _NEUTRAL:
        return None
    of_float, of_integer = _NEUTRAL[reducer]
    kind = Kind(kind.element, ())
    if kind.is_truth:
        reducer = _OF_TRUTHS.get(reducer, reducer)
        return Value(kind, (), None, (reducer == "and",)) if reducer in ("and", "or", "xor") else None
    if kind.width is not None:
        return Value(kind, (), None, (constant(of_integer(kind.width)),))
    if of_float is None:
        return None
    if kind.element.startswith("complex"):
        return Value(kind, (), known_complex(run, kind, (of_float, 0.0)))
    return Value(kind, (), known_float(run, kind, of_float))


def _scan(run: Run, value: Value, reducer: str, dim: int, is_reverse: bool):
    """Returns the reductions of all elements up to each one, or from each one on."""
    assert run.op is not None
    if value.kind.is_truth:
        # As of bytes.
        bytes_ = converted(run, run.op, value, "i8")
        term = _scan(run, bytes_, _OF_TRUTHS.get(reducer, reducer), dim, is_reverse)
        return run.theory.tensor(converted(run, run.op, Value(bytes_.kind, value.sizes, term), "i1"))
    of = label = value.kind.label
    if reducer not in ("maximum", "minimum"):
        # The bits are the same ones with a sign.
        label = of.removeprefix("u")
    term = run.theory.bits(run.theory.tensor(value), of, label)
    value = replace(value, kind=replace(value.kind, element=label), tensor=term, elements=None)
    if is_reverse:
        value = replace(value, tensor=reversed_along(run, value, [dim]))
    term = run.theory.apply(f"scan {reducer} {label} {dim}", value)
    if is_reverse:
        term = reversed_along(run, replace(value, tensor=term), [dim])
    return run.theory.bits(term, label, of)


def reversed_along(run: Run, value: Value, dims: Sequence[int]) -> z3.ExprRef:
    """Returns what `stablehlo.reverse` of dims does. A dim of size 1 stays as it is."""
    sizes = value.sizes or ()
    dims = [dim for dim in dims if dim >= len(sizes) or sizes[dim].constant != 1]
    if not dims:
        return run.theory.tensor(value)
    name = f"stablehlo.reverse {{dimensions = array<i64: {', '.join(map(str, sorted(dims)))}>}}"
    return run.theory.moved([value], lambda own: run.theory.apply(name, own))
