// RUN: bcast-lower --target=xla %s | FileCheck %s -enable-var-scope

// A constant is no size of a tensor, also if they are equal.
// CHECK-LABEL: func.func @constant
// CHECK: %[[FOUR:.*]] = stablehlo.constant dense<4>
// CHECK: return %[[FOUR]]
func.func @constant(%x: tensor<?xf32>, %y: tensor<4xf32>) -> (tensor<i32>, tensor<index>) {
  %c0 = arith.constant 0 : index
  %0 = stablehlo.add %x, %y : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %1 = stablehlo.constant dense<4> : tensor<i32>
  %2 = tensor.from_elements %n : tensor<index>
  return %1, %2 : tensor<i32>, tensor<index>
}

// CHECK-LABEL: func.func @effect
// CHECK: stablehlo.custom_call @effect
func.func @effect(%x: tensor<4xi32>, %i: tensor<i32>) -> tensor<index> {
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.custom_call @effect(%1) {has_side_effect = true} : (tensor<i32>) -> ()
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %c4 = arith.constant 4 : index
  %2 = tensor.from_elements %c4 : tensor<index>
  return %2 : tensor<index>
}
