"""Reductions of TensorFlow."""

from collections.abc import Sequence

from jaxlib.mlir import ir

from .elementwise import converted
from .interpret import Run, Unsupported, handles
from .number import Number, all_of, any_of, constant, equal, maximum
from .number_ops import product
from .reader import Op
from .shape_ops import reshape_by
from .sizes import sizes_of
from .tensorflow_ops import like_stablehlo, of_sizes
from .theory import TENSOR, Kind, Value
from .written import Text

# The op of StableHLO that combines elements, and the result for none.
_REDUCERS = {
    "tf.Sum": ("add", "0"),
    "tf.Mean": ("add", "0"),
    "tf.Prod": ("multiply", "1"),
    "tf.Max": ("maximum", "lowest"),
    "tf.Min": ("minimum", "highest"),
    "tf.All": ("and", "true"),
    "tf.Any": ("or", "false"),
}
_INFINITE = {"f16": "7C00", "bf16": "7F80", "f32": "7F800000", "f64": "7FF0000000000000"}
_NARROW = ("f16", "bf16")


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
    # Sums of floats of 16 bits are in 32.
    narrow = value.kind.element
    is_sum = op.name in ("tf.Sum", "tf.Prod", "tf.Mean")
    element = "f32" if is_sum and narrow in _NARROW else narrow
    value = converted(run, op, value, element)
    kept = [size for dim, size in enumerate(own) if dim not in dims]
    found = _reduced(run, op, value, dims, Kind.sized(element, kept))
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
    found = _sum_of_rows(run, op, operands[0], run.values[owner.operands[index]], shape)
    terms = [run.theory.tensor(operand) for operand in (found, operands[1])]
    term = run.theory.function("sum along expanded dims", terms, TENSOR)
    run.theory.summed[term] = found
    return [Value(op.kinds[0], None, term)]


def _sum_of_rows(run: Run, op: Op, value: Value, shape: Value, sizes: Sequence[Number]) -> Value:
    """Returns the sum with the sizes of what was broadcast: a dim of `n` elements that was one of `m`, which
    is 1 or `n`, is seen as `n / m` rows of `m` elements.

    What is not summed is added to 0, so the sign of a zero is not kept.
    """
    text = Text()
    own = sizes_of(value)
    argument, shape_argument = text.argument(value.kind), text.argument(shape.kind)
    missing = len(own) - len(sizes)
    rows, dims = [], []
    for dim in range(len(own)):
        size = sizes[dim - missing] if dim >= missing else constant(1)
        extent = text.size(argument, dim)
        if equal(size, own[dim]) is True or size.constant not in (None, 1):
            rows.append(extent)
            continue
        dims.append(len(rows))
        if dim < missing or size.constant == 1:
            rows.append(extent)
            continue
        before = text.element_of(shape_argument, dim - missing)
        one = text.number(1)
        nonzero = text.op("maximum {}, {}", [before, one], "tensor<1xi32>")
        rows += [text.op("divide {}, {}", [extent, nonzero], "tensor<1xi32>"), before]
    view = text.row(rows)
    seen = text.op("dynamic_reshape {}, {}", [argument, view], text.typed(argument, value.kind.element, len(rows)))
    wide = "f32" if value.kind.element in _NARROW else value.kind.element
    if wide != value.kind.element:
        seen = text.op("convert {}", [seen], text.typed(seen, wide))
    result = text.sum(seen, dims) if dims else seen
    if wide != value.kind.element:
        result = text.op("convert {}", [result], text.typed(result, value.kind.element))
    found = text.run(run, op, [value, shape], result)
    term = run.theory.reshape(found, sizes)
    return Value.sized(value.kind.element, sizes, term)


def _divided(run: Run, op: Op, value: Value, count: Number) -> Value:
    """Divides by a number of elements."""
    number = Value(Kind("i64", ()), (), None, (count,))
    divisor = like_stablehlo(run, op, "convert", {}, Kind(value.kind.element, ()), [number])
    sizes = sizes_of(value)
    wide = run.theory.repeated(divisor, (), sizes)
    return like_stablehlo(run, op, "divide", {}, of_sizes(value, sizes), [value, wide])


def _reduced(run: Run, op: Op, value: Value, dims: Sequence[int], kind: Kind) -> Value:
    """Runs a program of StableHLO that reduces a tensor."""
    name, initial = _REDUCERS[op.name]
    text = Text()
    argument = text.argument(of_sizes(value, sizes_of(value)))
    first = text.constant(f"dense<{_initial(initial, kind.element)}>", f"tensor<{kind.element}>")
    return text.run(run, op, [value], text.reduced(name, argument, dims, first))


def _initial(name: str, element: str) -> str:
    """Writes the value for no elements."""
    width = Kind(element, ()).width
    if name not in ("lowest", "highest"):
        # Truth values are combined by `and` and `or`.
        return name if width is not None or not name.isdigit() else f"{name}.0"
    if width is not None:
        return str(width.low if name == "lowest" else width.high)
    digits = _INFINITE[element]
    if name == "highest":
        return f"0x{digits}"
    return f"0x{'F' + digits[1:]}"
