"""Reductions of TensorFlow."""

from collections.abc import Sequence

from jaxlib.mlir import ir

from .elementwise import computed, converted
from .integers import quotient
from .interpret import Run, Unsupported, handles, sizes_of
from .number import Number, Width, all_of, any_of, constant, equal, maximum
from .number_ops import product
from .reader import Op
from .shape_ops import reduced, reshape_by
from .tensorflow_ops import of_sizes
from .theory import Kind, Value

# The op of StableHLO that combines elements.
_REDUCERS = {
    **{"tf.Sum": "add", "tf.Mean": "add", "tf.Prod": "multiply"},
    **{"tf.Max": "maximum", "tf.Min": "minimum", "tf.All": "and", "tf.Any": "or"},
}
# The floats in which those of 16 bits are added.
_WIDER = {"f16": "f32", "bf16": "f32"}


@handles(*_REDUCERS)
def reduce_(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Combines the elements along dims, which are the last operand."""
    value, dims_operand = operands
    numbers = run.numbers(dims_operand)
    if numbers is None or any(number.constant is None for number in numbers):
        return _along_unknown(run, op, operands)
    own = sizes_of(value)
    dims = sorted({(number.constant or 0) % len(own) for number in numbers})
    if not dims:
        return [run.copy_of(value, op.kinds[0])]
    reducer, narrow = _REDUCERS[op.name], value.kind.element
    element = _WIDER.get(narrow, narrow) if reducer in ("add", "multiply") else narrow
    found = reduced(run, op, reducer, converted(run, op, value, element), dims)
    if op.name == "tf.Mean":
        count = product(run, [own[dim] for dim in dims])
        if Kind(element, ()).width is not None:
            # The mean of no integers is 0.
            count = maximum(count, constant(1))
        found = _divided(run, op, found, count)
    found = converted(run, op, found, narrow)
    if not op.truth("keep_dims"):
        return [run.copy_of(found, op.kinds[0])]
    sizes = [constant(1) if dim in dims else size for dim, size in enumerate(own)]
    return [reshape_by(run, found, op.kinds[0], sizes)]


def _along_unknown(run: Run, op: Op, operands: Sequence[Value]) -> Sequence[Value]:
    """A sum along the dims that a broadcast expanded, which a reshape restores."""
    owner = op.operation.operands[1].owner
    is_gradient = not isinstance(owner, ir.Block) and owner.name == "tf.BroadcastGradientArgs"
    if op.name != "tf.Sum" or not is_gradient or op.kinds[0].dims is not None:
        raise Unsupported(f"{op.name} along dims that are not constants")
    # A dim of size 1 is summed, and the others have the size of what was broadcast.
    (index,) = (at for at, result in enumerate(owner.results) if result == op.operation.operands[1])
    shape = run.numbers(run.values[owner.operands[index]])
    own = sizes_of(operands[0])
    if shape is None or len(shape) > len(own):
        raise Unsupported(f"{op.name} along the dims of an unknown shape")
    pairs = zip(own[len(own) - len(shape) :], shape, strict=True)
    fits = [any_of([equal(size, constant(1)), equal(size, of_sum)]) for of_sum, size in pairs]
    run.demand(all_of(fits), "the gradient has the sizes of the broadcast")
    found = _sum_of_rows(run, op, operands[0], shape)
    term = run.theory.apply("sum along expanded dims", found, operands[1])
    run.theory.summed[term] = found
    return [Value(op.kinds[0], None, term)]


def _sum_of_rows(run: Run, op: Op, value: Value, sizes: Sequence[Number]) -> Value:
    """Returns the sum with the sizes of what was broadcast: a dim of `n` elements that was one of `m`, which
    is 1 or `n`, is seen as `n / m` rows of `m` elements.

    What is not summed is added to 0, so the sign of a zero is not kept.
    """
    own = sizes_of(value)
    missing = len(own) - len(sizes)
    rows: list[Number] = []
    dims = []
    for dim, extent in enumerate(own):
        size = sizes[dim - missing] if dim >= missing else constant(1)
        if equal(size, extent) is not True and size.constant in (None, 1):
            dims.append(len(rows))
            if size.constant is None:
                before = Width(32).wrap(size)
                rows += [quotient(run, extent, maximum(before, constant(1))), before]
                continue
        rows.append(extent)
    element = value.kind.element
    seen = converted(run, op, reshape_by(run, value, of_sizes(value, rows), rows), _WIDER.get(element, element))
    if dims:
        seen = reduced(run, op, "add", seen, dims)
    return run.theory.in_sizes(converted(run, op, seen, element), sizes)


def _divided(run: Run, op: Op, value: Value, count: Number) -> Value:
    """Divides by a number of elements."""
    number = Value(Kind("i64", ()), (), None, (count,))
    divisor = run.theory.repeated(converted(run, op, number, value.kind.element), (), sizes_of(value))
    return computed(run, op, "divide", [value, divisor], sizes_of(value))
