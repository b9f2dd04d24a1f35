// The axis from which on operands of lower rank are aligned.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/axis.toml %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/axis.toml --print-rules -o %t.toml
// RUN: bcast-lower --allow-unregistered-dialect --rules-only --rules=%t.toml --print-rules | diff %t.toml -

// [n, c, h, w] x [c] => [n, c, h, w]
// CHECK-LABEL: @along_an_axis
func.func @along_an_axis(%a: tensor<2x3x4x5xf32>, %b: tensor<3xf32>) -> tensor<2x3x4x5xf32> {
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1]
  // CHECK-NEXT: stablehlo.add %arg0, %[[B]] : tensor<2x3x4x5xf32>
  %0 = "ml.add"(%a, %b) {axis = 1 : i64} : (tensor<2x3x4x5xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}

// [n, c, h, w] x [c, h] => [n, c, h, w]
// CHECK-LABEL: @from_the_end
func.func @from_the_end(%a: tensor<2x3x4x5xf32>, %b: tensor<3x4xf32>) -> tensor<2x3x4x5xf32> {
  // CHECK: stablehlo.broadcast_in_dim %arg1, dims = [1, 2]
  %0 = "ml.add"(%a, %b) {axis = -3 : si32} : (tensor<2x3x4x5xf32>, tensor<3x4xf32>) -> tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}

// [c] x [n, c, w] => [n, c, w]
// CHECK-LABEL: @the_first_operand_may_be_the_lower_one
func.func @the_first_operand_may_be_the_lower_one(%a: tensor<?xf32>, %b: tensor<2x?x4xf32>) -> tensor<2x?x4xf32> {
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg0, %{{.*}}, dims = [1]
  %0 = "ml.add"(%a, %b) {axis = 1 : i64} : (tensor<?xf32>, tensor<2x?x4xf32>) -> tensor<2x?x4xf32>
  return %0 : tensor<2x?x4xf32>
}

// Without the attribute, to the right. A scalar has no dims to align.
// [2, 3] x [3] => [2, 3], [2, 3] x [] => [2, 3]
// CHECK-LABEL: @without_an_axis
func.func @without_an_axis(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<f32>) {
  // CHECK: stablehlo.broadcast_in_dim %arg1, dims = [1]
  %0 = "ml.add"(%a, %b) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.broadcast_in_dim %arg2, dims = []
  %1 = "ml.add"(%a, %c) {axis = 2 : i64} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// Operands of equal ranks are aligned from the first dim on.
// CHECK-LABEL: @equal_ranks
func.func @equal_ranks(%a: tensor<2x3xf32>, %b: tensor<2x1xf32>, %c: tensor<f32>) {
  // CHECK: stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  %0 = "ml.add"(%a, %b) {axis = 0 : i64} : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.add %arg2, %arg2 : tensor<f32>
  %1 = "ml.add"(%c, %c) {axis = 0 : i64} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// CHECK-LABEL: @a_value_may_have_a_rule_of_its_own
func.func @a_value_may_have_a_rule_of_its_own(%a: tensor<2x3x4xf32>, %b: tensor<3x4xf32>) {
  // CHECK: stablehlo.broadcast_in_dim %arg1, dims = [1, 2]
  // CHECK-NEXT: stablehlo.add
  // CHECK-NOT: axis
  %0 = "pd.add"(%a, %b) {axis = -1 : i64} : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  %1 = "pd.add"(%a, %a) {axis = -1 : i64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  // CHECK: return
  return
}

// The scale takes no part.
// CHECK-LABEL: @other_operands
func.func @other_operands(%scale: tensor<?xf32>, %a: tensor<2x3x4xf32>, %b: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg2, dims = [1]
  // CHECK-NEXT: "ml.scaled_add_same"(%arg0, %arg1, %[[B]])
  %0 = "ml.scaled_add"(%scale, %a, %b) {axis = 1 : i64} : (tensor<?xf32>, tensor<2x3x4xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  // CHECK-NEXT: stablehlo.add %arg1, %[[B]]
  %1 = "ml.add_along"(%a, %b, %scale) {axes = array<i64: 1>} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<?xf32>) -> tensor<2x3x4xf32>
  return %0, %1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
}
