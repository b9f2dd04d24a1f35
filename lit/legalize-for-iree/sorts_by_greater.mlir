// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s -enable-var-scope

// IREE takes a sort of two tensors that begins with "greater" for the greatest elements, whatever
// the rest of the comparison and the sorted dim are.
// CHECK-LABEL: func.func @greatest_elements
// CHECK: "stablehlo.sort"(%arg0, %{{.*}}) <{dimension = 0 : i64, is_stable = true}> ({
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>, %{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>):
// CHECK-NEXT: %[[GREATER:.*]] = stablehlo.compare LT, %[[B]], %[[A]], TOTALORDER
// CHECK-NEXT: %[[LESS:.*]] = stablehlo.compare LT, %[[A]], %[[B]], TOTALORDER
// CHECK-NEXT: %[[NOT_LESS:.*]] = stablehlo.not %[[LESS]]
// CHECK-NEXT: stablehlo.or %[[GREATER]], %[[NOT_LESS]]
func.func @greatest_elements(%x: tensor<4x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xi32>) {
  %iota = stablehlo.iota dim = 1 : tensor<4x5xi32>
  %0:2 = "stablehlo.sort"(%x, %iota) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %greater = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %greater : tensor<i1>
  }) : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>, tensor<4x5xi32>)
  %1 = stablehlo.slice %0#0 [2:4, 0:5] : (tensor<4x5xf32>) -> tensor<2x5xf32>
  %2 = stablehlo.slice %0#1 [2:4, 0:5] : (tensor<4x5xi32>) -> tensor<2x5xi32>
  return %1, %2 : tensor<2x5xf32>, tensor<2x5xi32>
}

// Also if the order of equal elements does not matter, and if the element is compared with another
// value.
// CHECK-LABEL: func.func @unstable_greatest_elements
// CHECK: %[[ZERO:.*]] = stablehlo.constant
// CHECK: ^bb0(%[[A:.*]]: tensor<f32>, %{{.*}}: tensor<f32>,
// CHECK-NEXT: stablehlo.compare LE, %[[ZERO]], %[[A]]
// CHECK-NEXT: stablehlo.return
func.func @unstable_greatest_elements(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %iota = stablehlo.iota dim = 0 : tensor<5xi32>
  %0:2 = "stablehlo.sort"(%x, %iota) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %is_first = stablehlo.compare GE, %a, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %is_first : tensor<i1>
  }) : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
  return %0#0, %0#1 : tensor<5xf32>, tensor<5xi32>
}
