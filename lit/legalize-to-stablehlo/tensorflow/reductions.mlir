// RUN: bcast-lower --legalize-to-stablehlo %s | FileCheck %s
// RUN: bcast-lower --target=xla %s | bcast-lower --target=xla | FileCheck %s --check-prefix=AGAIN
// AGAIN-NOT: "tf.{{[A-Za-z0-9]+}}"(

// CHECK-LABEL: @sum
func.func @sum(%x: tensor<?x3x?xbf16>) -> tensor<1x3x1xbf16> {
  %d = stablehlo.constant dense<[-1, 0]> : tensor<2xi32>
  // CHECK: %[[X:.*]] = stablehlo.convert %arg0 : (tensor<?x3x?xbf16>) -> tensor<?x3x?xf32>
  // CHECK: stablehlo.reduce(%[[X]] init: %{{.*}}) applies stablehlo.add across dimensions = [0, 2]
  // CHECK: stablehlo.convert {{.*}} -> tensor<3xbf16>
  // CHECK: stablehlo.reshape {{.*}} -> tensor<1x3x1xbf16>
  %0 = "tf.Sum"(%x, %d) {keep_dims = true} : (tensor<?x3x?xbf16>, tensor<2xi32>) -> tensor<1x3x1xbf16>
  return %0 : tensor<1x3x1xbf16>
}

// CHECK-LABEL: @no_dims
func.func @no_dims(%x: tensor<?xf32>) -> tensor<?xf32> {
  %d = stablehlo.constant dense<> : tensor<0xi32>
  // CHECK: return %arg0
  %0 = "tf.Sum"(%x, %d) : (tensor<?xf32>, tensor<0xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: @mean
func.func @mean(%x: tensor<?xf32>) -> tensor<f32> {
  %d = stablehlo.constant dense<0> : tensor<i32>
  // CHECK-DAG: stablehlo.reduce(%arg0 init: {{.*}} applies stablehlo.add
  // CHECK-DAG: stablehlo.get_dimension_size %arg0, dim = 0
  // CHECK: stablehlo.divide
  %0 = "tf.Mean"(%x, %d) : (tensor<?xf32>, tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// The number of elements, as `tf.reduce_prod(tf.shape(x))`.
// CHECK-LABEL: @count
func.func @count(%x: tensor<?x3xf32>) -> tensor<i32> {
  %d = stablehlo.constant dense<0> : tensor<1xi32>
  %s = "tf.Shape"(%x) : (tensor<?x3xf32>) -> tensor<2xi32>
  // CHECK-NOT: reduce
  // CHECK: stablehlo.multiply
  %0 = "tf.Prod"(%s, %d) : (tensor<2xi32>, tensor<1xi32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// The gradient of a broadcast [n, 3] x [m, 3]: as [2, n, 3] of a sum along the first dim if n is half
// of what it was broadcast to.
// CHECK-LABEL: @unbroadcast
func.func @unbroadcast(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>, %g: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %s = "tf.Shape"(%a) : (tensor<?x3xf32>) -> tensor<2xi32>
  %t = "tf.Shape"(%b) : (tensor<?x3xf32>) -> tensor<2xi32>
  // CHECK: %[[G:.*]] = stablehlo.dynamic_reshape %arg2, {{.*}} -> tensor<?x?x3xf32>
  // CHECK: stablehlo.reduce(%[[G]] {{.*}} across dimensions = [0]
  %0:2 = "tf.BroadcastGradientArgs"(%s, %t) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %1 = "tf.Sum"(%g, %0#0) {keep_dims = false} : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  %2 = "tf.Reshape"(%1, %s) : (tensor<*xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  return %2 : tensor<?x3xf32>
}

// Lists that are known; equal shapes have none.
// CHECK-LABEL: @known_dims
func.func @known_dims(%a: tensor<1x4xf32>, %b: tensor<5x2x4xf32>) -> (tensor<2xi32>, tensor<0xi32>, tensor<0xi32>) {
  %s = "tf.Shape"(%a) : (tensor<1x4xf32>) -> tensor<2xi32>
  %t = "tf.Shape"(%b) : (tensor<5x2x4xf32>) -> tensor<3xi32>
  // CHECK: dense<[0, 1]> : tensor<2xi32>
  // CHECK: dense<> : tensor<0xi32>
  %0:2 = "tf.BroadcastGradientArgs"(%s, %t) : (tensor<2xi32>, tensor<3xi32>) -> (tensor<2xi32>, tensor<0xi32>)
  %1:2 = "tf.BroadcastGradientArgs"(%s, %s) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<0xi32>, tensor<0xi32>)
  return %0#0, %0#1, %1#0 : tensor<2xi32>, tensor<0xi32>, tensor<0xi32>
}

// CHECK-LABEL: @broadcast_args
func.func @broadcast_args(%a: tensor<?x1xf32>, %b: tensor<?xf32>) -> tensor<2xi64> {
  %s = "tf.Shape"(%a) : (tensor<?x1xf32>) -> tensor<2xi64>
  %t = "tf.Shape"(%b) : (tensor<?xf32>) -> tensor<1xi64>
  // CHECK-NOT: shape_assertion
  // CHECK: stablehlo.concatenate
  %0 = "tf.BroadcastArgs"(%s, %t) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// CHECK-LABEL: @broadcast_to
func.func @broadcast_to(%a: tensor<?xf32>) -> tensor<2x4xf32> {
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  // CHECK: shape_assertion{{.*}}"tf.BroadcastTo: operand #0 dim 0 has size {0}; expected {1}, to which it is broadcast, or 1"
  // CHECK: stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<?xf32>) -> tensor<2x4xf32>
  %0 = "tf.BroadcastTo"(%a, %s) : (tensor<?xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// The padding of SAME depends on the size unless the stride is 1.
// CHECK-LABEL: @convolutions
func.func @convolutions(%x: tensor<?x?x8x2xf32>, %k: tensor<3x3x2x2xf32>) -> (tensor<?x?x8x4xf32>, tensor<?x?x4x4xf32>) {
  // CHECK: stablehlo.convolution(%arg0, %{{.*}} pad = {{\[}}[1, 1], [1, 1]]{{.*}}feature_group_count = 2
  %0 = "tf.DepthwiseConv2dNative"(%x, %k) {data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1]} : (tensor<?x?x8x2xf32>, tensor<3x3x2x2xf32>) -> tensor<?x?x8x4xf32>
  // CHECK: "stablehlo.dynamic_conv"(%arg0
  %1 = "tf.DepthwiseConv2dNative"(%x, %k) {data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 2, 2, 1]} : (tensor<?x?x8x2xf32>, tensor<3x3x2x2xf32>) -> tensor<?x?x4x4xf32>
  return %0, %1 : tensor<?x?x8x4xf32>, tensor<?x?x4x4xf32>
}

// The gradient of [n] in a broadcast to [a, b]: the dim that it lacks is summed, too.
// CHECK-LABEL: @unbroadcast_to_a_lower_rank
func.func @unbroadcast_to_a_lower_rank(%a: tensor<?xf32>, %b: tensor<?x?xf32>, %g: tensor<?x?xf32>) -> tensor<?xf32> {
  %s = "tf.Shape"(%a) : (tensor<?xf32>) -> tensor<1xi32>
  %t = "tf.Shape"(%b) : (tensor<?x?xf32>) -> tensor<2xi32>
  // CHECK: %[[G:.*]] = stablehlo.dynamic_reshape %arg2, {{.*}} -> tensor<?x?x?xf32>
  // CHECK: stablehlo.reduce(%[[G]] {{.*}} across dimensions = [0, 1]
  %0:2 = "tf.BroadcastGradientArgs"(%s, %t) : (tensor<1xi32>, tensor<2xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %1 = "tf.Sum"(%g, %0#0) {keep_dims = false} : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<*xf32>
  %2 = "tf.Reshape"(%1, %s) : (tensor<*xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// The mean of no integers is 0.
// CHECK-LABEL: @mean_of_integers
// CHECK: %[[COUNT:.*]] = stablehlo.maximum
// CHECK: %[[ALL:.*]] = stablehlo.broadcast_in_dim
// CHECK: stablehlo.divide
func.func @mean_of_integers(%x: tensor<?x3xi32>) -> tensor<3xi32> {
  %d = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = "tf.Mean"(%x, %d) {keep_dims = false} : (tensor<?x3xi32>, tensor<1xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
