"""The greatest elements of IREE: what sorts of elements and their positions begin with."""

from collections.abc import Sequence

import z3
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from .broadcast_ops import Replacement
from .elementwise import cast, computed
from .interpret import Run, Unsupported, handles, sizes_of
from .number import Bool, Number, all_of, constant, equal
from .parts import part_of
from .reader import Op
from .shape_ops import positions, reshape_by, term_of
from .theory import Kind, Sorted, Value

# The bits of floats that are ordered as integers.
_FLOATS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}
_CAST = "stablehlo.bitcast_convert"
# The predicates "greater" of `arith.cmpi`: with a sign, and without.
_GREATER = (4, 8)


def keep_sort(
    run: Run, op: Op, operands: Sequence[Value], arguments: Sequence[Value], is_first: Bool, results: Sequence[Value]
) -> None:
    """Keeps a sort of elements and their positions by "greater" along the last dim, which leaves equal
    elements in order."""
    if len(operands) != 2 or not op.truth("is_stable"):
        return
    value, own = operands
    sizes = sizes_of(value)
    dim = len(sizes) - 1
    if op.integer("dimension") not in (dim, -1) or own.kind.element != "i32":
        return
    if not run.theory.tensor(own).eq(run.theory.tensor(positions(run, own.kind, sizes, dim))):
        return
    attributes = {"comparison_direction": stablehlo.ComparisonDirectionAttr.get("GT", op.operation.context)}
    if value.kind.element in _FLOATS:
        attributes["compare_type"] = stablehlo.ComparisonTypeAttr.get("TOTALORDER", op.operation.context)
    elif value.kind.width is None or value.kind.is_truth:
        return
    greater = computed(run, op, "compare", arguments[:2], (), "i1", attributes)
    expected = run.truth(greater)
    if not isinstance(is_first, bool) and not isinstance(expected, bool) and expected.eq(is_first):
        run.theory.sorts.append(Sorted(value, results))


@handles("iree_linalg_ext.topk")
def top_k(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The greatest elements of rows, from the greatest on, and their positions; the first of equal ones is
    in front.

    Elements of sorts are found again, also as integers that have their order (`lemmas`).
    """
    values, found, places = operands
    own = sizes_of(values)
    dim = op.integer("dimension")
    sizes = sizes_of(found)
    kept = [at for at in range(len(own)) if at != dim]
    pairs = [(own[at], sizes_of(other)[at]) for other in (found, places) for at in kept]
    pairs.append((sizes[dim], sizes_of(places)[dim]))
    run.demand(all_of([equal(a, b) for a, b in pairs]), "what elements are found in has their sizes")
    _require_beginning(run, op, operands)
    is_last = dim == len(own) - 1
    keys = run.theory.reshapes.get(run.theory.tensor(values)) or values
    for sort in run.theory.sorts:
        has_order = _is_signed(op) != _is_unsigned(sort.value)
        if is_last and has_order and _is_same(run, _keys(run, op, sort.value), keys):
            return _beginning(run, op, sort, (*own[:-1], sizes[dim]))
    run.rewritten.add(op.name)
    return [
        run.result(op, sizes, term_of(run, op, operands, z3.StringVal(str(index))), index=index)
        for index in range(len(op.kinds))
    ]


def _require_beginning(run: Run, op: Op, operands: Sequence[Value]) -> None:
    """Requires what the search begins with: nothing is less than the elements, or behind the positions."""
    values, found, places = operands
    width = values.kind.width
    body = op.regions[0].blocks[0]
    comparison = Op(body.operations[0].operation)
    is_greater = comparison.name == "arith.cmpi" and comparison.integer("predicate") in _GREATER
    if width is None or not is_greater or list(body.operations[0].operands) != list(body.arguments):
        raise Unsupported(f"{op.name} by another comparison, or of other elements")
    lowest = width.low if _is_signed(op) else 0
    for value, number in ((found, lowest), (places, 2**31 - 1)):
        scalar = run.theory.repeated_operand(run.theory.tensor(value)) or value
        numbers = run.numbers(scalar)
        if not numbers or any(item.constant != number for item in numbers):
            raise Unsupported(f"{op.name} that begins with other elements")


def _is_signed(op: Op) -> bool:
    (comparison, *_) = op.regions[0].blocks[0].operations
    return ir.IntegerAttr(comparison.attributes["predicate"]).value == _GREATER[0]


def _is_unsigned(value: Value) -> bool:
    return value.kind.element.startswith("u")


def _is_same(run: Run, a: Value, b: Value) -> bool:
    """Returns whether tensors, of any sizes, are known to hold the same integers in the same order."""
    if run.theory.tensor(a).eq(run.theory.tensor(b)):
        return True
    numbers = [run.numbers(value) or [] for value in (a, b)]
    pairs = list(zip(*numbers))
    return bool(pairs) and len({len(items) for items in numbers}) == 1 and all(equal(x, y) is True for x, y in pairs)


def _beginning(run: Run, op: Op, sort: Sorted, rows: tuple[Number, ...]) -> Sequence[Value]:
    """Returns the first elements of each row of a sort, as keys, and their positions."""
    own = sizes_of(sort.value)
    sizes = (*own[:-1], rows[-1])
    firsts = []
    for value in sort.results:
        kind = Kind.sized(value.kind.element, sizes)
        elements = run.elements(value) if len(own) == 1 else None
        if elements is not None:
            firsts.append(Value(kind, sizes, None, elements[: sizes[0].constant]))
        else:
            firsts.append(part_of(run, value, [constant(0)] * len(own), sizes))
    keys = _bits(run, op, firsts[0])
    if sort.value.kind.element in _FLOATS:
        term = run.theory.apply("integers in the order of", keys)
        bits, keys = keys, Value(keys.kind, sizes, term)
        # The same computation turns them back into the bits.
        run.theory.assume(run.theory.tensor(_order(run, op, keys)) == run.theory.tensor(bits))
        (floats,) = cast(run, Replacement(op, _CAST, {}, firsts[0].kind), [bits])
        run.theory.assume(run.theory.tensor(floats) == run.theory.tensor(firsts[0]))
    pairs = zip((keys, firsts[1]), op.kinds, strict=True)
    return [reshape_by(run, value, kind, rows) for value, kind in pairs]


def _keys(run: Run, op: Op, value: Value) -> Value:
    """Returns integers with the order of elements: their bits, or those of floats after `_order`."""
    bits = _bits(run, op, value)
    return _order(run, op, bits) if value.kind.element in _FLOATS else bits


def _bits(run: Run, op: Op, value: Value) -> Value:
    """Returns the bits of elements, as integers that are not unsigned."""
    width = value.kind.width
    bits = _FLOATS.get(value.kind.element) or (width.bits if width else 0)
    kind = Kind(f"i{bits}", value.kind.dims)
    (result,) = cast(run, Replacement(op, _CAST, {}, kind), [value])
    return result


def _order(run: Run, op: Op, bits: Value) -> Value:
    """Inverts all bits of negative numbers but the sign."""
    sizes, width = sizes_of(bits), bits.kind.width
    assert width is not None

    def apply(name: str, *values: Value) -> Value:
        return computed(run, op, name, values, sizes)

    def filled(number: int) -> Value:
        return run.theory.fill(bits.kind.element, constant(number), sizes)

    sign = apply("shift_right_arithmetic", bits, filled(width.bits - 1))
    return apply("xor", bits, apply("and", sign, filled(width.high)))
