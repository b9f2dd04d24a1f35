// RUN: bcast-lower --allow-unregistered-dialect --rules=tensorflow %s | FileCheck %s

// [2, 1] x [3] => [2, 3]
// CHECK-LABEL: @static
func.func @static(%a: tensor<2x1xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1]
  // CHECK: stablehlo.add %[[A]], %[[B]] : tensor<2x3xf32>
  %0 = "tf.AddV2"(%a, %b) {device = "", T = f32} : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// [?] x [?] => [?], then [?] x [] x [?] => [?]
// CHECK-LABEL: @dynamic
func.func @dynamic(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<f32>) -> tensor<?xf32> {
  // CHECK: "tf.Equal: operand #0 dim 0 has size {0}, operand #1
  // CHECK: %[[P:.*]] = stablehlo.compare EQ,
  // CHECK: %[[C:.*]] = stablehlo.dynamic_broadcast_in_dim %arg2
  // CHECK: stablehlo.select %[[P]], %{{.*}}, %[[C]]
  %0 = "tf.Equal"(%a, %b) <{incompatible_shape_error = true}> {device = ""} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %1 = "tf.SelectV2"(%0, %a, %c) : (tensor<?xi1>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// `tf.where(x == 3, x, x // 2)` as TensorFlow's importer writes it: other ops stay.
// CHECK-LABEL: @imported
func.func @imported(%x: tensor<?xi32>) -> tensor<?xi32> {
  // CHECK: %[[THREE:.*]] = "tf.Const"()
  %three = "tf.Const"() <{value = dense<3> : tensor<i32>}> {device = ""} : () -> tensor<i32>
  // CHECK: %[[TWO:.*]] = "tf.Const"()
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> {device = ""} : () -> tensor<i32>
  // CHECK-NOT: shape_assertion
  // CHECK: %[[TO:.*]] = stablehlo.dynamic_broadcast_in_dim %[[THREE]]
  // CHECK: stablehlo.compare EQ, %arg0, %[[TO]] : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %0 = "tf.Equal"(%x, %three) <{incompatible_shape_error = false}> {device = ""} : (tensor<?xi32>, tensor<i32>) -> tensor<?xi1>
  // CHECK: stablehlo.divide %arg0,
  %1 = "tf.TruncateDiv"(%x, %two) {device = ""} : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  // CHECK: %[[Y:.*]] = stablehlo.select
  %2 = "tf.SelectV2"(%0, %x, %1) {device = ""} : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  // CHECK: "tf.Identity"(%[[Y]])
  %3 = "tf.Identity"(%2) {device = ""} : (tensor<?xi32>) -> tensor<?xi32>
  return %3 : tensor<?xi32>
}

// [?] x [] => [?]: rounds down, and shifts in zeros only if the elements are unsigned.
// CHECK-LABEL: @element_types
func.func @element_types(%a: tensor<?xi32>, %b: tensor<i32>, %c: tensor<?xui8>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xui8>) {
  // CHECK: %[[Q:.*]] = stablehlo.divide %arg0, %[[B:.*]] : tensor<?xi32>
  // CHECK: %[[R:.*]] = stablehlo.remainder %arg0, %[[B]] : tensor<?xi32>
  // CHECK: %[[BELOW:.*]] = stablehlo.subtract %[[Q]], %{{.*}} : tensor<?xi32>
  // CHECK: stablehlo.select %{{.*}}, %[[BELOW]], %[[Q]]
  %0 = "tf.FloorDiv"(%a, %b) {device = ""} : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  // CHECK: stablehlo.shift_right_arithmetic %arg0, %[[B]] : tensor<?xi32>
  %1 = "tf.RightShift"(%a, %b) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  // CHECK: stablehlo.shift_right_logical %arg2, %arg2 : tensor<?xui8>
  %2 = "tf.RightShift"(%c, %c) : (tensor<?xui8>, tensor<?xui8>) -> tensor<?xui8>
  return %0, %1, %2 : tensor<?xi32>, tensor<?xi32>, tensor<?xui8>
}
