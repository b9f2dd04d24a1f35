// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/mydialect.toml %s | FileCheck %s

// [?] x [3] x [] => [3]
// CHECK-LABEL: @three_operands
// CHECK-SAME: (%[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<3xf32>, %[[C:.*]]: tensor<f32>)
func.func @three_operands(%a: tensor<?xf32>, %b: tensor<3xf32>, %c: tensor<f32>) -> tensor<3xf32> {
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK-SAME: "mydialect.add: operand #0 dim 0 has size {0}, operand #1 dim 0 has size 3; expected 3 or 1"
  // CHECK: %[[SHAPE:.*]] = stablehlo.constant dense<3> : tensor<1xi32>
  // CHECK: %[[A3:.*]] = stablehlo.dynamic_broadcast_in_dim %[[A]], %[[SHAPE]], dims = [0]
  // CHECK: %[[C3:.*]] = stablehlo.broadcast_in_dim %[[C]], dims = []
  // CHECK: "mydialect.add_same"(%[[A3]], %[[B]], %[[C3]]) {exact} : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %0 = "mydialect.add"(%a, %b, %c) {exact} : (tensor<?xf32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// [2] x [] => [2]: attributes are renamed, dropped, set and carried over, and an operand that
// takes no part is passed on.
// CHECK-LABEL: @attributes_and_kept_operand
// CHECK-SAME: (%[[N:.*]]: index, %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<f32>)
func.func @attributes_and_kept_operand(%n: index, %a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK: %[[B2:.*]] = stablehlo.broadcast_in_dim %[[B]], dims = []
  // CHECK: "mydialect.scale_same"(%[[N]], %[[A]], %[[B2]])
  // CHECK-SAME: {alpha = 2 : i64, other = "x", version = 2 : i32}
  %0 = "mydialect.scale"(%n, %a, %b) {factor = 2 : i64, note = "gone", other = "x", version = 1 : i32}
      : (index, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// [?] x [?] => [?]: an op's name is not a placeholder.
// CHECK-LABEL: @braces_in_the_name
func.func @braces_in_the_name(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: error_message = "mydialect.\\7B0\\7D: operand #0
  %0 = "mydialect.{0}"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
