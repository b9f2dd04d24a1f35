// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops,reductions-of-rows},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// One dim after the other, from the last one, each without barriers.
// CHECK-LABEL: func @three(
func.func @three(%a: tensor<?x2x?x8xf32>) -> tensor<?xf32> {
  // CHECK: %[[ONE:.*]] = stablehlo.reduce(%arg0 init: %[[ZERO:.*]]) applies stablehlo.add across dimensions = [3] : (tensor<?x2x?x8xf32>, tensor<f32>) -> tensor<?x2x?xf32>
  // CHECK: %[[TWO:.*]] = stablehlo.reduce(%[[ONE]] init: %[[ZERO]]) applies stablehlo.add across dimensions = [2] : (tensor<?x2x?xf32>, tensor<f32>) -> tensor<?x2xf32>
  // CHECK: %[[THREE:.*]] = stablehlo.reduce(%[[TWO]] init: %[[ZERO]]) applies stablehlo.add across dimensions = [1] : (tensor<?x2xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK: return %[[THREE]]
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1, 2, 3]
      : (tensor<?x2x?x8xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Only the last step begins with the given value.
// CHECK-LABEL: func @initial(
func.func @initial(%a: tensor<?x?x8xui8>, %init: tensor<ui8>) -> tensor<?xui8> {
  // CHECK: %[[LEAST:.*]] = stablehlo.constant dense<0> : tensor<ui8>
  // CHECK: %[[ONE:.*]] = stablehlo.reduce(%arg0 init: %[[LEAST]]) applies stablehlo.maximum across dimensions = [2]
  // CHECK: stablehlo.reduce(%[[ONE]] init: %arg1) applies stablehlo.maximum across dimensions = [1]
  %0 = stablehlo.reduce(%a init: %init) applies stablehlo.maximum across dimensions = [1, 2]
      : (tensor<?x?x8xui8>, tensor<ui8>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// Several results are reduced together.
// CHECK-LABEL: func @several(
func.func @several(%a: tensor<?x?x8xf32>, %b: tensor<?x?x8xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  // CHECK: %[[ONE:.*]]:2 = stablehlo.reduce(%arg0 init: %[[A:.*]]), (%arg1 init: %[[B:.*]]) across dimensions = [2]
  // CHECK: %[[TWO:.*]]:2 = stablehlo.reduce(%[[ONE]]#0 init: %[[A]]), (%[[ONE]]#1 init: %[[B]]) across dimensions = [1]
  // CHECK: return %[[TWO]]#0, %[[TWO]]#1
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %least), (%b init: %none) across dimensions = [1, 2]
      : (tensor<?x?x8xf32>, tensor<?x?x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
    reducer(%p: tensor<f32>, %r: tensor<f32>) (%q: tensor<i32>, %s: tensor<i32>) {
      %1 = stablehlo.compare GE, %p, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.select %1, %p, %r : tensor<i1>, tensor<f32>
      %3 = stablehlo.select %1, %q, %s : tensor<i1>, tensor<i32>
      stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
    }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

// Known sizes, a result of known sizes, dims that are apart, and one dim are fine.
// CHECK-LABEL: func @apart(
// CHECK: dimensions = [1, 2]
// CHECK: dimensions = [0, 1]
// CHECK: dimensions = [0, 2]
// CHECK: dimensions = [2]
func.func @apart(%a: tensor<?x?x8xf32>, %b: tensor<?x4x8xf32>)
    -> (tensor<?xf32>, tensor<8xf32>, tensor<?xf32>, tensor<?x?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [1, 2]
      : (tensor<?x4x8xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 2]
      : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?xf32>
  %3 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<8xf32>, tensor<?xf32>, tensor<?x?xf32>
}
