// Every mask, negative strides and positions beyond the ends: `x[::-2, None, ..., -1, 1:9]`.
// tf_slice = x[::-2, None, :, -1, 1:9]
// calls: 5x2x3x4 4x0x1x12 1x1x2x1 0x2x2x0
// wrong call: 3x2x0x4: operand #0 dim 2
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
// -----
// The last half of the rows, and every second column from the end to the third.
// tf_halves = x[x.shape[0] // 2:, :2:-2]
// calls: 5x8 4x7 1x3 0x0
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
// -----
// tf_reshape = x.reshape(-1, 4)
// calls: 2x6 4x1 0x3
// wrong call: 3x5: tf.Reshape: 
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x4xf32> {
  %shape = stablehlo.constant dense<[-1, 4]> : tensor<2xi32>
  %0 = "tf.Reshape"(%x, %shape) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
// -----
// inferred_reshape = x.reshape(-1, 4)
// calls: 2x6 4x6 0x6
// wrong call: 3x6: stablehlo.dynamic_reshape: 
func.func @main(%x: tensor<?x6xf32>) -> tensor<?x4xf32> {
  %shape = stablehlo.constant dense<[-1, 4]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x6xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
// -----
// tf_tile = tile(x, (2, 3, y.shape[0]))
// calls: 2x1x3,4 1x1x1,1 0x1x2,3 2x1x3,0
func.func @main(%x: tensor<?x1x?xf32>, %y: tensor<?xf32>) -> tensor<?x?x?xf32> {
  %n = "tf.Shape"(%y) : (tensor<?xf32>) -> tensor<1xi32>
  %m = "tf.Const"() {value = dense<[2, 3]> : tensor<2xi32>} : () -> tensor<2xi32>
  %d = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %multiples = "tf.ConcatV2"(%m, %n, %d) : (tensor<2xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %0 = "tf.Tile"(%x, %multiples) : (tensor<?x1x?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
// tf_sums = x.sum(axis=(1, 2), keepdims=True) ; x.max(axis=(0, 1)) ; x.mean()
// calls: 2x3x4 1x1x1 5x1x2
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
// -----
// tf_one_hot(bound=7) = where(x[:, None, :] == arange(5)[None, :, None], float32(2.5), float32(-1.0))
// calls: 2x3 1x0 4x1
func.func @main(%x: tensor<?x?xi32>) -> tensor<?x5x?xf32> {
  %depth = stablehlo.constant dense<5> : tensor<i32>
  %on = stablehlo.constant dense<2.5> : tensor<f32>
  %off = stablehlo.constant dense<-1.0> : tensor<f32>
  %0 = "tf.OneHot"(%x, %depth, %on, %off) {axis = 1 : i64}
      : (tensor<?x?xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?x5x?xf32>
  return %0 : tensor<?x5x?xf32>
}
// -----
// The gradients of `x + y`.
// tf_gradients(tolerance=1e-4) = sum_to(g, x.shape) ; sum_to(g, y.shape)
// calls: 4x3,2x4x3,2x4x3 1x3,2x4x3,2x4x3 4x3,1x1x3,1x4x3 1x3,1x1x3,1x1x3
// wrong call: 4x3,2x5x3,2x5x3: tf.BroadcastGradientArgs: 
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
// -----
// The shape that two tensors broadcast to, and both broadcast to it.
// tf_broadcast(bound=9) = fmod(x - y, 3)
// calls: 2x3,3 2x1,3 0x3,1 1x1,1
// wrong call: 2x3,4: expected equal sizes, or one of them 1
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
// -----
// Rounded up to even sizes, as for the stride 2.
// tf_depthwise_convolution(tolerance=1e-4) = depthwise_convolution(x, k)
// calls: 2x5x6x2,3x2x2x2 1x1x1x2,3x2x2x2 3x4x7x2,3x2x2x2
func.func @main(%x: tensor<?x?x?x2xf32>, %k: tensor<3x2x2x2xf32>) -> tensor<?x?x?x4xf32> {
  %0 = "tf.DepthwiseConv2dNative"(%x, %k) {data_format = "NHWC", dilations = [1, 1, 1, 1],
      explicit_paddings = [], padding = "SAME", strides = [1, 2, 2, 1]}
      : (tensor<?x?x?x2xf32>, tensor<3x2x2x2xf32>) -> tensor<?x?x?x4xf32>
  return %0 : tensor<?x?x?x4xf32>
}
