// RUN: bcast-lower --legalize-to-stablehlo %s | FileCheck %s
// RUN: bcast-lower --target=xla %s | bcast-lower --target=xla | FileCheck %s --check-prefix=AGAIN
// AGAIN-NOT: "tf.{{[A-Za-z0-9]+}}"(

// [b, s, 4, 8] => [b, s, 32]: nothing has to be divided.
// CHECK-LABEL: @cancelled
func.func @cancelled(%x: tensor<?x?x4x8xf32>) -> tensor<?x?x?xf32> {
  %shape = "tf.Shape"(%x) : (tensor<?x?x4x8xf32>) -> tensor<4xi32>
  %zero = "tf.Const"() {value = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %two = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %one = "tf.Const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %rest = "tf.Const"() {value = dense<-1> : tensor<1xi32>} : () -> tensor<1xi32>
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %sizes = "tf.StridedSlice"(%shape, %zero, %two, %one) {begin_mask = 1 : i64} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %to = "tf.ConcatV2"(%sizes, %rest, %axis) : (tensor<2xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  // CHECK-NOT: shape_assertion
  // CHECK-NOT: divide
  // CHECK: dense<32>
  // CHECK: stablehlo.dynamic_reshape %arg0
  %0 = "tf.Reshape"(%x, %to) : (tensor<?x?x4x8xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// [n, 6] => [3 n / 2, 4]: only if n is even.
// CHECK-LABEL: @divided
func.func @divided(%x: tensor<?x6xf32>) -> tensor<?x4xf32> {
  %s = stablehlo.constant dense<[-1, 4]> : tensor<2xi64>
  // CHECK: stablehlo.remainder
  // CHECK: shape_assertion{{.*}}"tf.Reshape: operand #0 has {0} elements
  // CHECK: stablehlo.divide
  %0 = "tf.Reshape"(%x, %s) : (tensor<?x6xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Sizes that are data may be -1, too.
// CHECK-LABEL: @data
func.func @data(%x: tensor<?xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  // CHECK: stablehlo.select
  // CHECK: shape_assertion
  %0 = "tf.Reshape"(%x, %s) : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A size of 0 does not count on either side: [0, 6] => [0, 6].
// CHECK-LABEL: @empty
func.func @empty(%x: tensor<0x6xf32>) -> tensor<0x6xf32> {
  %s = stablehlo.constant dense<[0, -1]> : tensor<2xi32>
  // CHECK: return %arg0
  %0 = "tf.Reshape"(%x, %s) : (tensor<0x6xf32>, tensor<2xi32>) -> tensor<0x6xf32>
  return %0 : tensor<0x6xf32>
}

// CHECK-LABEL: @dims_of_size_1
func.func @dims_of_size_1(%x: tensor<?x1xf32>) -> tensor<1x?xf32> {
  %d = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: stablehlo.dynamic_reshape {{.*}} -> tensor<?xf32>
  %0 = "tf.Squeeze"(%x) {squeeze_dims = [-1]} : (tensor<?x1xf32>) -> tensor<?xf32>
  // CHECK: stablehlo.dynamic_reshape {{.*}} -> tensor<1x?xf32>
  %1 = "tf.ExpandDims"(%0, %d) : (tensor<?xf32>, tensor<i32>) -> tensor<1x?xf32>
  return %1 : tensor<1x?xf32>
}

// Only a dim that is repeated and has several elements becomes two.
// CHECK-LABEL: @tile
func.func @tile(%x: tensor<?x1x3xf32>) -> tensor<?x5x3xf32> {
  %m = stablehlo.constant dense<[2, 5, 1]> : tensor<3xi32>
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg0, %{{.*}}, dims = [1, 2, 3] : (tensor<?x1x3xf32>, tensor<4xi32>) -> tensor<2x?x5x3xf32>
  // CHECK: stablehlo.dynamic_reshape {{.*}} -> tensor<?x5x3xf32>
  %0 = "tf.Tile"(%x, %m) : (tensor<?x1x3xf32>, tensor<3xi32>) -> tensor<?x5x3xf32>
  return %0 : tensor<?x5x3xf32>
}

// CHECK-LABEL: @tile_by_data
func.func @tile_by_data(%x: tensor<2xf32>, %m: tensor<1xi32>) -> tensor<?xf32> {
  // CHECK: shape_assertion{{.*}}"tf.Tile: multiple #0 is {0}; expected at least 0"
  %0 = "tf.Tile"(%x, %m) : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: @tile_rank_0
func.func @tile_rank_0(%x: tensor<f32>) -> tensor<f32> {
  %m = stablehlo.constant dense<> : tensor<0xi32>
  // CHECK: return %arg0
  %0 = "tf.Tile"(%x, %m) : (tensor<f32>, tensor<0xi32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// The rules for TensorFlow's elementwise ops are used, too.
// CHECK-LABEL: @one_hot
func.func @one_hot(%x: tensor<?xui8>, %on: tensor<f32>, %off: tensor<f32>) -> tensor<300x?xf32> {
  %depth = stablehlo.constant dense<300> : tensor<i32>
  // CHECK: %[[X:.*]] = stablehlo.convert %arg0 : (tensor<?xui8>) -> tensor<?xi32>
  // CHECK: %[[I:.*]] = stablehlo.dynamic_iota {{.*}}, dim = 0 : {{.*}} -> tensor<300x?xi32>
  // CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %[[X]], {{.*}}, dims = [1]
  // CHECK: %[[C:.*]] = stablehlo.compare EQ, %[[I]], %[[B]]
  // CHECK: stablehlo.select %[[C]]
  %0 = "tf.OneHot"(%x, %depth, %on, %off) {axis = 0 : i64} : (tensor<?xui8>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<300x?xf32>
  return %0 : tensor<300x?xf32>
}

// CHECK-LABEL: @pack_behind_the_last_dim
// CHECK: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 1 : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x2xf32>
func.func @pack_behind_the_last_dim(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?x2xf32> {
  %0 = "tf.Pack"(%x, %y) {axis = -1 : i64} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
