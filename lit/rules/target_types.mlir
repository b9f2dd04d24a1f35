// Targets whose operands and result must have equal types, and targets that are invalid
// nevertheless.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/target_types.toml --split-input-file --verify-diagnostics %s | FileCheck %s

// [?] x [4] => [?]: all have the known size of the result.
// CHECK-LABEL: @less_specific_result
// CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, {{.*}} -> tensor<4xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[A]], %arg1 : tensor<4xf32>
// CHECK: tensor.cast %[[SUM]] : tensor<4xf32> to tensor<?xf32>
func.func @less_specific_result(%a: tensor<?xf32>, %b: tensor<4xf32>) -> tensor<?xf32> {
  %0 = "mydialect.add"(%a, %b) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// [?] x [1] => [5]: the guard ensures the operand's size.
// CHECK-LABEL: @more_specific_result
// CHECK: stablehlo.custom_call @shape_assertion
// CHECK: %[[A:.*]] = tensor.cast %arg0 : tensor<?xf32> to tensor<5xf32>
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1
// CHECK: arith.addf %[[A]], %[[B]] : tensor<5xf32>
func.func @more_specific_result(%a: tensor<?xf32>, %b: tensor<1xf32>) -> tensor<5xf32> {
  %0 = "mydialect.add"(%a, %b) : (tensor<?xf32>, tensor<1xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// [?] x [4] => [?] of another element type.
// CHECK-LABEL: @comparison
// CHECK: %[[LESS:.*]] = arith.cmpf olt, %{{.*}}, %arg1 : tensor<4xf32>
// CHECK: tensor.cast %[[LESS]] : tensor<4xi1> to tensor<?xi1>
func.func @comparison(%a: tensor<?xf32>, %b: tensor<4xf32>) -> tensor<?xi1> {
  %0 = "mydialect.less"(%a, %b) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// -----

// An operand that is passed on unchanged keeps its type.
// CHECK-LABEL: @select
// CHECK: arith.select %arg0, %{{.*}}, %arg2 : tensor<4xf32>
func.func @select(%p: i1, %a: tensor<?xf32>, %b: tensor<4xf32>) -> tensor<?xf32> {
  %0 = "mydialect.select"(%p, %a, %b) : (i1, tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @element_types(%a: tensor<3xf32>, %b: tensor<1xi32>) {
  // expected-error-re@+1 {{'mydialect.add' op cannot be lowered: its target op 'arith.addf', from its rule at {{.*}}target_types.toml:2:10, is invalid: operand #1 must be floating-point-like, but got 'tensor<3xi32>'}}
  %0 = "mydialect.add"(%a, %b) : (tensor<3xf32>, tensor<1xi32>) -> tensor<3xf32>
  return
}

// -----

// CHLO accepts any element type if its operands agree.
func.func @built_in(%a: tensor<3xf32>, %b: tensor<1xf32>) {
  // expected-error-re@+1 {{'chlo.broadcast_shift_left' op cannot be lowered: its target op 'stablehlo.shift_left', from its rule at <chlo>:{{.*}}, is invalid: operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<3xf32>'}}
  %0 = chlo.broadcast_shift_left %a, %b : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return
}
