// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/../../examples/rules/frontends.toml %s | FileCheck %s

// [2, 1] x [3] => [2, 3]
// CHECK-LABEL: @tf_static
func.func @tf_static(%a: tensor<2x1xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1]
  // CHECK: stablehlo.add %[[A]], %[[B]] : tensor<2x3xf32>
  %0 = "tf.AddV2"(%a, %b) {device = "", T = f32} : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// [?] x [?] => [?], then [?] x [] x [?] => [?]
// CHECK-LABEL: @tf_dynamic
func.func @tf_dynamic(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<f32>) -> tensor<?xf32> {
  // CHECK: "tf.Equal: operand #0 dim 0 has size {0}, operand #1
  // CHECK: %[[P:.*]] = stablehlo.compare EQ,
  // CHECK: %[[C:.*]] = stablehlo.dynamic_broadcast_in_dim %arg2
  // CHECK: stablehlo.select %[[P]], %{{.*}}, %[[C]]
  %0 = "tf.Equal"(%a, %b) {incompatible_shape_error = true} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %1 = "tf.SelectV2"(%0, %a, %c) : (tensor<?xi1>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// [3] x [] => [3]
// CHECK-LABEL: @onnx_static
func.func @onnx_static(%a: tensor<3xf32>, %b: tensor<f32>) -> tensor<3xf32> {
  // CHECK: stablehlo.remainder %arg0, %{{.*}} : tensor<3xf32>
  %0 = "onnx.Mod"(%a, %b) {fmod = 1 : si64, onnx_node_name = "m"} : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// [?] x [1] x [] => [?]
// CHECK-LABEL: @onnx_dynamic
func.func @onnx_dynamic(%p: tensor<?xi1>, %a: tensor<1xf32>, %b: tensor<f32>) -> tensor<?xf32> {
  // CHECK-NOT: shape_assertion
  // CHECK: stablehlo.select %arg0,
  %0 = "onnx.Where"(%p, %a, %b) {onnx_node_name = "w"} : (tensor<?xi1>, tensor<1xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
