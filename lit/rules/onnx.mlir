// RUN: bcast-lower --allow-unregistered-dialect --rules=onnx %s | FileCheck %s

// [3] x [] => [3]
// CHECK-LABEL: @static
func.func @static(%a: tensor<3xf32>, %b: tensor<f32>) -> tensor<3xf32> {
  // CHECK: stablehlo.remainder %arg0, %{{.*}} : tensor<3xf32>
  %0 = "onnx.Mod"(%a, %b) <{fmod = 1 : si64}> {onnx_node_name = "m"} : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// [?] x [1] x [] => [?]
// CHECK-LABEL: @dynamic
func.func @dynamic(%p: tensor<?xi1>, %a: tensor<1xf32>, %b: tensor<f32>) -> tensor<?xf32> {
  // CHECK-NOT: shape_assertion
  // CHECK: stablehlo.select %arg0,
  %0 = "onnx.Where"(%p, %a, %b) {onnx_node_name = "w"} : (tensor<?xi1>, tensor<1xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Other ops stay: [?] x [] => [?]
// CHECK-LABEL: @imported
func.func @imported(%x: tensor<?xui8>) -> tensor<?xui8> {
  // CHECK: %[[C:.*]] = "onnx.Constant"()
  %c = "onnx.Constant"() <{value = dense<1> : tensor<ui8>}> : () -> tensor<ui8>
  // CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %[[C]]
  // CHECK: %[[S:.*]] = stablehlo.shift_left %arg0, %[[B]] : tensor<?xui8>
  %0 = "onnx.BitShift"(%x, %c) <{direction = "LEFT"}> : (tensor<?xui8>, tensor<ui8>) -> tensor<?xui8>
  // CHECK: "onnx.Return"(%[[S]])
  "onnx.Return"(%0) : (tensor<?xui8>) -> ()
}

// [?] x [1] x [] => [?], and [?] => [?]
// CHECK-LABEL: @variadic
func.func @variadic(%a: tensor<?xf32>, %b: tensor<1xf32>, %c: tensor<f32>) {
  // CHECK: %[[S:.*]] = stablehlo.add %arg0, %{{.*}} : tensor<?xf32>
  // CHECK-NEXT: %[[T:.*]] = stablehlo.add %[[S]], %{{.*}} : tensor<?xf32>
  // CHECK-NEXT: stablehlo.divide %[[T]], %{{.*}} : tensor<?xf32>
  %0 = "onnx.Mean"(%a, %b, %c) : (tensor<?xf32>, tensor<1xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK-NEXT: stablehlo.convert %arg0 : tensor<?xf32>
  %1 = "onnx.Max"(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// [?] x [] => [?], with an absent limit
// CHECK-LABEL: @absent
func.func @absent(%a: tensor<?xf32>, %b: tensor<f32>) -> tensor<?xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  // CHECK: stablehlo.minimum %arg0, %{{.*}} : tensor<?xf32>
  %0 = "onnx.Clip"(%a, %none, %b) : (tensor<?xf32>, none, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
