// Of several rules for an op, the first whose requirements the op meets is used.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/alternatives.toml %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/alternatives.toml --mlir-disable-threading %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/alternatives.toml --verify-only %s -o /dev/null
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/alternatives.toml --print-rules -o %t.toml
// RUN: bcast-lower --allow-unregistered-dialect --rules-only --rules=%t.toml --print-rules | diff %t.toml -
// RUN: bcast-lower explain --allow-unregistered-dialect --rules=%S/Inputs/alternatives.toml %s | FileCheck %s --check-prefix=EXPLAIN

// [?] x [] => [?]
// CHECK-LABEL: @attributes
// EXPLAIN-LABEL: @attributes
func.func @attributes(%a: tensor<?xf32>, %b: tensor<f32>) {
  // CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1
  // CHECK: stablehlo.minimum %arg0, %[[B]] :
  // EXPLAIN: becomes stablehlo.minimum
  %0 = "nn.cut"(%a, %b) {side = "above"} : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK-NEXT: stablehlo.maximum %arg0, %[[B]] :
  // EXPLAIN: becomes stablehlo.maximum
  %1 = "nn.cut"(%a, %b) {side = "below"} : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK-NEXT: stablehlo.minimum %arg0, %[[B]] :
  %2 = "nn.cut"(%a, %b) {side = "above"} : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return
}

// Ops that differ in the value of a constant have the same types and attributes.
// [2] x [] => [2]
// CHECK-LABEL: @constants
func.func @constants(%a: tensor<2xi32>, %b: tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1
  // CHECK-NEXT: stablehlo.add %arg0, %[[B]] :
  %0 = "nn.add"(%a, %b, %zero) : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<2xi32>
  // CHECK-NEXT: stablehlo.subtract %arg0, %[[B]] :
  %1 = "nn.add"(%a, %b, %one) : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<2xi32>
  // CHECK-NEXT: stablehlo.add %arg0, %[[B]] :
  %2 = "nn.add"(%a, %b, %zero) : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<2xi32>
  return
}

// [2] x [2, 3] => [2, 3], the first along dim 0
// CHECK-LABEL: @operands
func.func @operands(%p: tensor<2x3xi1>, %a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // CHECK-NEXT: stablehlo.select %arg0, %arg1, %arg1 :
  %0 = "nn.add"(%p, %a, %a) : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg2, dims = [0]
  // CHECK-NEXT: stablehlo.multiply %arg1, %[[B]] :
  %1 = "nn.add"(%a, %b) {axes = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: @vectors
func.func @vectors(%a: vector<2xi32>, %b: vector<1xi32>, %c: vector<2xf32>, %d: vector<1xf32>) {
  // CHECK: arith.addi
  %0 = "nn.or"(%a, %b) : (vector<2xi32>, vector<1xi32>) -> vector<2xi32>
  // CHECK: arith.addf
  %1 = "nn.or"(%c, %d) : (vector<2xf32>, vector<1xf32>) -> vector<2xf32>
  return
}

// CHECK-LABEL: @operands_of_steps
func.func @operands_of_steps(%a: tensor<2xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>) {
  // CHECK-NEXT: stablehlo.subtract %arg1, %arg0 :
  %0 = "nn.subtract"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[D:.*]] = stablehlo.subtract %arg0, %arg1 :
  // CHECK-NEXT: stablehlo.subtract %[[D]], %arg2 :
  %1 = "nn.subtract"(%a, %b, %c) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
