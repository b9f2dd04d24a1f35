"""Convolutions of TensorFlow."""

from collections.abc import Sequence

from .broadcast_ops import Replacement, apply
from .interpret import Run, Unsupported, handles, sizes_of
from .number import Number, add, constant, divide, equal, maximum, subtract
from .reader import Op
from .rules import parsed
from .shape_ops import reshape_by
from .tensorflow_ops import integers_of
from .theory import Kind, Value

# The batch, the features, and the two dims that the window moves along.
_DIMS = {"NHWC": (0, 3, 1, 2), "NCHW": (0, 1, 2, 3)}


@handles("tf.DepthwiseConv2dNative")
def depthwise(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """A convolution of each feature by itself, with several results for each."""
    value, kernel = operands
    batch, feature, *spatial = _DIMS[op.attribute_text("data_format").strip('"') or "NHWC"]
    height, width, features, count = (size.constant for size in sizes_of(kernel))
    if height is None or width is None or features is None or count is None:
        raise Unsupported(f"{op.name} with a filter of unknown size")
    lists = [integers_of(op, name) or [1] * 4 for name in ("strides", "dilations")]
    strides, dilations = ([items[dim] for dim in spatial] for items in lists)
    spans = [(size - 1) * dilation + 1 for size, dilation in zip((height, width), dilations)]
    padding = [
        edge
        for dim, stride, span in zip(spatial, strides, spans)
        for edge in _padding(op, sizes_of(value)[dim], dim, stride, span)
    ]
    names = {batch: "b", feature: "f", spatial[0]: "0", spatial[1]: "1"}
    dims = ", ".join(names[dim] for dim in range(4))
    own = [constant(size) for size in (height, width, 1, features * count)]
    kernel = reshape_by(run, kernel, Kind.sized(kernel.kind.element, own), own)
    edges = Value(Kind("i64", (2, 2)), (constant(2), constant(2)), None, tuple(padding))
    attributes = {
        "dimension_numbers": f"#stablehlo.conv<[{dims}]x[0, 1, i, o]->[{dims}]>",
        "window_strides": f"array<i64: {strides[0]}, {strides[1]}>",
        "rhs_dilation": f"array<i64: {dilations[0]}, {dilations[1]}>",
        "feature_group_count": f"{features} : i64",
        "batch_group_count": "1 : i64",
    }
    run.demand(equal(sizes_of(value)[feature], constant(features)), "the filter has as many features")
    with op.operation.context:
        convolution = Replacement(op, "stablehlo.dynamic_conv", parsed(attributes), op.kinds[0])
    found = apply(run, convolution, [value, kernel, edges])
    sizes = list(sizes_of(found))
    if op.attribute_text("padding") == '"SAME"':
        # As many as there are steps.
        for dim, stride in zip(spatial, strides):
            sizes[dim] = divide(sizes_of(value)[dim], stride, "up")
    return [run.result(op, sizes, found.tensor)]


def _padding(op: Op, size: Number, dim: int, stride: int, span: int) -> list[Number]:
    """Returns what is added before and after a dim."""
    name = op.attribute_text("padding").strip('"')
    if name == "EXPLICIT":
        edges = integers_of(op, "explicit_paddings")
        return [constant(edge) for edge in edges[2 * dim : 2 * dim + 2]]
    if name == "VALID":
        return [constant(0), constant(0)]
    # As much as the last window needs; more of it behind.
    count = divide(size, stride, "up")
    last = subtract(count, constant(1))
    reach = Number(last.z * stride, last.low * stride, last.high * stride)
    total = constant(span - 1)
    if stride > 1:
        total = maximum(subtract(add(reach, constant(span)), size), constant(0))
    low = divide(total, 2)
    return [low, subtract(total, low)]
