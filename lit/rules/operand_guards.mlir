// Rules that look at the number of operands, and at operands that are constants.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/operand_guards.toml %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/operand_guards.toml --mlir-disable-threading %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/operand_guards.toml %s -o %t.mlir
// RUN: bcast-lower --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/operand_guards.toml --print-rules -o %t.toml
// RUN: bcast-lower --allow-unregistered-dialect --rules-only --rules=%t.toml --print-rules | diff %t.toml -
// RUN: bcast-lower explain --allow-unregistered-dialect --rules=%S/Inputs/operand_guards.toml %s | FileCheck %s --check-prefix=EXPLAIN

// [?] x [4] => [4], [?] x [4] x [] => [4], [4] x [4] x [] x [1] => [4]
// CHECK-LABEL: @counts
// EXPLAIN-LABEL: @counts
func.func @counts(%a: tensor<?xf32>, %b: tensor<4xf32>, %c: tensor<f32>, %d: tensor<1xf32>) {
  // CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0
  // CHECK-NEXT: stablehlo.maximum %[[A]], %arg1 : tensor<4xf32>
  // EXPLAIN: becomes stablehlo.maximum
  %0 = "nn.max"(%a, %b) : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[C:.*]] = stablehlo.broadcast_in_dim %arg2
  // CHECK-NEXT: %[[M:.*]] = stablehlo.maximum %[[A]], %arg1 : tensor<4xf32>
  // CHECK-NEXT: stablehlo.maximum %[[M]], %[[C]] : tensor<4xf32>
  %1 = "nn.max"(%a, %b, %c) : (tensor<?xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %[[D:.*]] = stablehlo.broadcast_in_dim %arg3
  // CHECK-NEXT: %[[M:.*]] = stablehlo.maximum %arg1, %arg1
  // CHECK-NEXT: %[[N:.*]] = stablehlo.maximum %[[M]], %[[C]]
  // CHECK-NEXT: stablehlo.maximum %[[N]], %[[D]]
  %2 = "nn.max"(%b, %b, %c, %d) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// Each result has the declared type, and the divisor is the number of operands.
// [?] x [] => [?]
// CHECK-LABEL: @mean
func.func @mean(%a: tensor<?xf16>, %b: tensor<f16>) -> tensor<?xf16> {
  // CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1
  // CHECK-NEXT: %[[N:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<f16>
  // CHECK-NEXT: %[[NS:.*]] = stablehlo.dynamic_broadcast_in_dim %[[N]]
  // CHECK-NEXT: %[[S:.*]] = stablehlo.add %arg0, %[[B]] : tensor<?xf16>
  // CHECK-NEXT: %[[T:.*]] = stablehlo.add %[[S]], %[[B]] : tensor<?xf16>
  // CHECK-NEXT: %[[R:.*]] = stablehlo.divide %[[T]], %[[NS]] : tensor<?xf16>
  // CHECK-NEXT: return %[[R]]
  %0 = "nn.mean"(%a, %b, %b) : (tensor<?xf16>, tensor<f16>, tensor<f16>) -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// Ops that differ in the value of a constant have the same types and attributes.
// [2] x [] => [2]
// CHECK-LABEL: @constants
func.func @constants(%a: tensor<2xf32>, %b: tensor<f32>) {
  %none = "torch.constant.none"() : () -> !torch.none
  %rest = "torch.constant.str"() {value = "rest"} : () -> !torch.str
  %two = "torch.constant.float"() <{value = 2.5 : f64}> : () -> !torch.float
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1
  // CHECK-NEXT: stablehlo.divide %arg0, %[[B]]
  %0 = "nn.divide"(%none, %a, %b) : (!torch.none, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: stablehlo.remainder %arg0, %[[B]]
  %1 = "nn.divide"(%rest, %a, %b) : (!torch.str, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK: %[[TWO:.*]] = stablehlo.constant dense<2.500000e+00> : tensor<2xf32>
  // CHECK-NEXT: %[[Q:.*]] = stablehlo.divide %arg0, %[[B]]
  // CHECK-NEXT: stablehlo.multiply %[[Q]], %[[TWO]]
  %2 = "nn.divide"(%two, %a, %b) : (!torch.float, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// A number of each call, of any kind, or that of the rule.
// [2] x [] => [2]
// CHECK-LABEL: @numbers
func.func @numbers(%a: tensor<2xi32>, %b: tensor<i32>, %none: none) {
  %one = arith.constant 1 : i64
  %three = arith.constant 3 : i64
  %minus = arith.constant -4 : i64
  %splat = "onnx.Constant"() {value = dense<1.0> : tensor<2xf32>} : () -> tensor<2xf32>
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1
  // CHECK-NEXT: stablehlo.add %arg0, %[[B]]
  %0 = "nn.add"(%a, %b, %one) : (tensor<2xi32>, tensor<i32>, i64) -> tensor<2xi32>
  // CHECK-NEXT: %[[N:.*]] = stablehlo.constant dense<3>
  // CHECK-NEXT: %[[S:.*]] = stablehlo.multiply %[[B]], %[[N]]
  // CHECK-NEXT: stablehlo.add %arg0, %[[S]]
  %1 = "nn.add"(%a, %b, %three) : (tensor<2xi32>, tensor<i32>, i64) -> tensor<2xi32>
  // CHECK-NEXT: %[[N:.*]] = stablehlo.constant dense<-4>
  // CHECK-NEXT: %[[S:.*]] = stablehlo.multiply %[[B]], %[[N]]
  %2 = "nn.add"(%a, %b, %minus) : (tensor<2xi32>, tensor<i32>, i64) -> tensor<2xi32>
  // CHECK: %[[N:.*]] = stablehlo.constant dense<2>
  // CHECK-NEXT: %[[S:.*]] = stablehlo.multiply %[[B]], %[[N]]
  // CHECK-NEXT: stablehlo.add %arg0, %[[S]]
  %3 = "nn.add"(%a, %b, %none) : (tensor<2xi32>, tensor<i32>, none) -> tensor<2xi32>
  // CHECK-NEXT: %[[S:.*]] = stablehlo.multiply %[[B]], %{{.*}} : tensor<2xi32>
  // CHECK-NEXT: stablehlo.add %arg0, %[[S]]
  %4 = "nn.add"(%a, %b, %three) : (tensor<2xi32>, tensor<i32>, i64) -> tensor<2xi32>
  // CHECK-NEXT: stablehlo.add %arg0, %[[B]]
  %5 = "nn.add"(%a, %b, %splat) : (tensor<2xi32>, tensor<i32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// CHECK-LABEL: @vectors
func.func @vectors(%a: vector<[4]xf32>, %b: vector<1xf32>) {
  // CHECK: %[[S:.*]] = arith.addf {{.*}} : vector<[4]xf32>
  // CHECK-NEXT: arith.addf %[[S]], %{{.*}} : vector<[4]xf32>
  %0 = "nn.sum"(%a, %b, %b, %b) : (vector<[4]xf32>, vector<1xf32>, vector<1xf32>, vector<1xf32>) -> vector<[4]xf32>
  return
}

// CHECK-LABEL: @truth
func.func @truth(%a: tensor<i1>) {
  %true = "torch.constant.bool"() {value = true} : () -> !torch.bool
  %half = stablehlo.constant dense<0.5> : tensor<f64>
  // CHECK: stablehlo.or
  %0 = "nn.flag"(%a, %a, %true, %half) : (tensor<i1>, tensor<i1>, !torch.bool, tensor<f64>) -> tensor<i1>
  return
}
