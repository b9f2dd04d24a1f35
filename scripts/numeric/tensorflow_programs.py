"""Programs with the ops that TensorFlow's own conversion leaves on dynamic shapes."""

from collections.abc import Sequence

import numpy as np

from .frontend_programs import Program

# Every mask, negative strides and positions beyond the ends: `x[::-2, None, ..., -1, 1:9]`.
_SLICE = """\
func.func @main(%x: tensor<?x?x?x?xf32>) -> tensor<?x1x?x?xf32> {
  %begin = stablehlo.constant dense<[3, 0, 0, -1, 1]> : tensor<5xi32>
  %end = stablehlo.constant dense<[3, 0, 0, 0, 9]> : tensor<5xi32>
  %strides = stablehlo.constant dense<[-2, 1, 1, 1, 1]> : tensor<5xi32>
  %0 = "tf.StridedSlice"(%x, %begin, %end, %strides) <{begin_mask = 1 : i64,
      ellipsis_mask = 4 : i64, end_mask = 1 : i64, new_axis_mask = 2 : i64,
      shrink_axis_mask = 8 : i64}> {device = ""} : (tensor<?x?x?x?xf32>, tensor<5xi32>,
      tensor<5xi32>, tensor<5xi32>) -> tensor<?x1x?x?xf32>
  return %0 : tensor<?x1x?x?xf32>
}
"""

# The last half of the rows, and every second column from the end to the third.
_HALVES = """\
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %shape = "tf.Shape"(%x) {device = ""} : (tensor<?x?xf32>) -> tensor<2xi32>
  %zero = "tf.Const"() {value = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %one = "tf.Const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %last = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %strides = "tf.Const"() {value = dense<[1, -2]> : tensor<2xi32>} : () -> tensor<2xi32>
  %rows = "tf.StridedSlice"(%shape, %zero, %one, %one) {shrink_axis_mask = 1 : i64}
      : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  %half = "tf.FloorDiv"(%rows, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %begin = "tf.Pack"(%half, %last) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %end = "tf.Pack"(%rows, %two) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %0 = "tf.StridedSlice"(%x, %begin, %end, %strides) : (tensor<?x?xf32>, tensor<2xi32>,
      tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""

_RESHAPE = """\
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x4xf32> {
  %shape = stablehlo.constant dense<[-1, 4]> : tensor<2xi32>
  %0 = "tf.Reshape"(%x, %shape) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""

_INFERRED = """\
func.func @main(%x: tensor<?x6xf32>) -> tensor<?x4xf32> {
  %shape = stablehlo.constant dense<[-1, 4]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x6xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""

_TILE = """\
func.func @main(%x: tensor<?x1x?xf32>, %y: tensor<?xf32>) -> tensor<?x?x?xf32> {
  %n = "tf.Shape"(%y) : (tensor<?xf32>) -> tensor<1xi32>
  %m = "tf.Const"() {value = dense<[2, 3]> : tensor<2xi32>} : () -> tensor<2xi32>
  %d = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %multiples = "tf.ConcatV2"(%m, %n, %d) : (tensor<2xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %0 = "tf.Tile"(%x, %multiples) : (tensor<?x1x?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
"""

_SUMS = """\
func.func @main(%x: tensor<?x?x?xf32>) -> (tensor<?x1x1xf32>, tensor<?xf32>, tensor<f32>) {
  %a = stablehlo.constant dense<[-1, 1]> : tensor<2xi32>
  %b = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %c = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %0 = "tf.Sum"(%x, %a) {keep_dims = true}
      : (tensor<?x?x?xf32>, tensor<2xi32>) -> tensor<?x1x1xf32>
  %1 = "tf.Max"(%x, %b) {keep_dims = false} : (tensor<?x?x?xf32>, tensor<2xi64>) -> tensor<?xf32>
  %2 = "tf.Mean"(%x, %c) {keep_dims = false} : (tensor<?x?x?xf32>, tensor<3xi32>) -> tensor<f32>
  return %0, %1, %2 : tensor<?x1x1xf32>, tensor<?xf32>, tensor<f32>
}
"""

_ONE_HOT = """\
func.func @main(%x: tensor<?x?xi32>) -> tensor<?x5x?xf32> {
  %depth = stablehlo.constant dense<5> : tensor<i32>
  %on = stablehlo.constant dense<2.5> : tensor<f32>
  %off = stablehlo.constant dense<-1.0> : tensor<f32>
  %0 = "tf.OneHot"(%x, %depth, %on, %off) {axis = 1 : i64}
      : (tensor<?x?xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?x5x?xf32>
  return %0 : tensor<?x5x?xf32>
}
"""

# The gradients of `x + y`.
_GRADIENTS = """\
func.func @main(%x: tensor<?x3xf32>, %y: tensor<?x?x3xf32>, %g: tensor<?x?x3xf32>)
    -> (tensor<?x3xf32>, tensor<?x?x3xf32>) {
  %s = "tf.Shape"(%x) : (tensor<?x3xf32>) -> tensor<2xi32>
  %t = "tf.Shape"(%y) : (tensor<?x?x3xf32>) -> tensor<3xi32>
  %d:2 = "tf.BroadcastGradientArgs"(%s, %t) : (tensor<2xi32>, tensor<3xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %0 = "tf.Sum"(%g, %d#0) {keep_dims = false}
      : (tensor<?x?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  %1 = "tf.Reshape"(%0, %s) : (tensor<*xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  %2 = "tf.Sum"(%g, %d#1) {keep_dims = false}
      : (tensor<?x?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  %3 = "tf.Reshape"(%2, %t) : (tensor<*xf32>, tensor<3xi32>) -> tensor<?x?x3xf32>
  return %1, %3 : tensor<?x3xf32>, tensor<?x?x3xf32>
}
"""

# The shape that two tensors broadcast to, and both broadcast to it.
_BROADCAST = """\
func.func @main(%x: tensor<?x?xi32>, %y: tensor<?xi32>) -> tensor<?x?xi32> {
  %s = "tf.Shape"(%x) : (tensor<?x?xi32>) -> tensor<2xi32>
  %t = "tf.Shape"(%y) : (tensor<?xi32>) -> tensor<1xi32>
  %r = "tf.BroadcastArgs"(%s, %t) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  %a = "tf.BroadcastTo"(%x, %r) : (tensor<?x?xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %b = "tf.BroadcastTo"(%y, %r) : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0 = "tf.Sub"(%a, %b) : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  %1 = "tf.TruncateMod"(%0, %three) : (tensor<?x?xi32>, tensor<i32>) -> tensor<?x?xi32>
  return %1 : tensor<?x?xi32>
}
"""

# Rounded up to even sizes, as for the stride 2.
_CONVOLUTION = """\
func.func @main(%x: tensor<?x?x?x2xf32>, %k: tensor<3x2x2x2xf32>) -> tensor<?x?x?x4xf32> {
  %0 = "tf.DepthwiseConv2dNative"(%x, %k) {data_format = "NHWC", dilations = [1, 1, 1, 1],
      explicit_paddings = [], padding = "SAME", strides = [1, 2, 2, 1]}
      : (tensor<?x?x?x2xf32>, tensor<3x2x2x2xf32>) -> tensor<?x?x?x4xf32>
  return %0 : tensor<?x?x?x4xf32>
}
"""


def _one_hot(arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
    (x,) = arguments
    is_here = x[:, None, :] == np.arange(5)[None, :, None]
    return [np.where(is_here, np.float32(2.5), np.float32(-1.0))]


def _sum_to(array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    array = array.sum(axis=tuple(range(array.ndim - len(shape))))
    ones = tuple(dim for dim, size in enumerate(shape) if size == 1)
    return array.sum(axis=ones, keepdims=True)


def _convolution(arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
    x, kernel = arguments
    (height, width), (rows, columns) = x.shape[1:3], kernel.shape[:2]
    sizes = [-(-size // 2) for size in (height, width)]
    spans = zip(sizes, (rows, columns), (height, width), strict=True)
    padding = [max((size - 1) * 2 + window - full, 0) for size, window, full in spans]
    around = [(0, 0), *((pad // 2, pad - pad // 2) for pad in padding), (0, 0)]
    padded = np.pad(x, around)
    result = np.zeros((x.shape[0], *sizes, 4), np.float32)
    for i in range(sizes[0]):
        for j in range(sizes[1]):
            window = padded[:, 2 * i : 2 * i + rows, 2 * j : 2 * j + columns]
            products = np.einsum("bhwc,hwcm->bcm", window, kernel)
            result[:, i, j] = products.reshape(x.shape[0], 4)
    return [result]


PROGRAMS = (
    Program(
        "tf_slice",
        _SLICE,
        ("f32",),
        lambda arguments: [arguments[0][::-2, None, :, -1, 1:9]],
        (((5, 2, 3, 4),), ((4, 0, 1, 12),), ((1, 1, 2, 1),), ((0, 2, 2, 0),)),
        ((((3, 2, 0, 4),), "operand #0 dim 2"),),
    ),
    Program(
        "tf_halves",
        _HALVES,
        ("f32",),
        lambda arguments: [arguments[0][arguments[0].shape[0] // 2 :, :2:-2]],
        (((5, 8),), ((4, 7),), ((1, 3),), ((0, 0),)),
    ),
    Program(
        "tf_reshape",
        _RESHAPE,
        ("f32",),
        lambda arguments: [arguments[0].reshape(-1, 4)],
        (((2, 6),), ((4, 1),), ((0, 3),)),
        ((((3, 5),), "tf.Reshape: "),),
    ),
    Program(
        "inferred_reshape",
        _INFERRED,
        ("f32",),
        lambda arguments: [arguments[0].reshape(-1, 4)],
        (((2, 6),), ((4, 6),), ((0, 6),)),
        ((((3, 6),), "stablehlo.dynamic_reshape: "),),
    ),
    Program(
        "tf_tile",
        _TILE,
        ("f32", "f32"),
        lambda arguments: [np.tile(arguments[0], (2, 3, arguments[1].shape[0]))],
        (((2, 1, 3), (4,)), ((1, 1, 1), (1,)), ((0, 1, 2), (3,)), ((2, 1, 3), (0,))),
    ),
    Program(
        "tf_sums",
        _SUMS,
        ("f32",),
        lambda arguments: [
            arguments[0].sum(axis=(1, 2), keepdims=True),
            arguments[0].max(axis=(0, 1)),
            arguments[0].mean(),
        ],
        (((2, 3, 4),), ((1, 1, 1),), ((5, 1, 2),)),
    ),
    Program("tf_one_hot", _ONE_HOT, ("i32",), _one_hot, (((2, 3),), ((1, 0),), ((4, 1),)), bound=7),
    Program(
        "tf_gradients",
        _GRADIENTS,
        ("f32", "f32", "f32"),
        lambda arguments: [_sum_to(arguments[2], arguments[0].shape), _sum_to(arguments[2], arguments[1].shape)],
        (
            ((4, 3), (2, 4, 3), (2, 4, 3)),
            ((1, 3), (2, 4, 3), (2, 4, 3)),
            ((4, 3), (1, 1, 3), (1, 4, 3)),
            ((1, 3), (1, 1, 3), (1, 1, 3)),
        ),
        ((((4, 3), (2, 5, 3), (2, 5, 3)), "tf.BroadcastGradientArgs: "),),
        tolerance=1e-4,
    ),
    Program(
        "tf_broadcast",
        _BROADCAST,
        ("i32", "i32"),
        lambda arguments: [np.fmod(arguments[0] - arguments[1], 3)],
        (((2, 3), (3,)), ((2, 1), (3,)), ((0, 3), (1,)), ((1, 1), (1,))),
        ((((2, 3), (4,)), "expected equal sizes, or one of them 1"),),
        bound=9,
    ),
    Program(
        "tf_depthwise_convolution",
        _CONVOLUTION,
        ("f32", "f32"),
        _convolution,
        (((2, 5, 6, 2), (3, 2, 2, 2)), ((1, 1, 1, 2), (3, 2, 2, 2)), ((3, 4, 7, 2), (3, 2, 2, 2))),
        tolerance=1e-4,
    ),
)
