// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// IREE rejects a kernel that stores what it transposes, and reduces it along any dim.
// CHECK-LABEL: func @transposed(
func.func @transposed(%a: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  // CHECK: %[[TRANSPOSED:.*]] = stablehlo.transpose
  // CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%[[TRANSPOSED]])
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.negate %a : tensor<?x?xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %2, %1 : tensor<?xf32>, tensor<?x?xf32>
}

// In a loop, also one of known sizes, IREE has been seen to compute wrongly with the barriers.
// CHECK-LABEL: func.func @in_loop
// CHECK-NOT: optimization_barrier
// CHECK: {{^ +}}return
func.func @in_loop(%x: tensor<2x3x8xf32>, %n: tensor<i32>) -> (tensor<2x3x8xf32>, tensor<3x8xf32>, tensor<3x2x8xf32>) {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %t = stablehlo.constant dense<0.0> : tensor<3x2x8xf32>
  %0:4 = stablehlo.while(%k = %i, %a = %x, %b = %s, %c = %t) : tensor<i32>, tensor<2x3x8xf32>, tensor<3x8xf32>, tensor<3x2x8xf32>
  cond {
    %1 = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.add %k, %one : tensor<i32>
    %2 = stablehlo.add %a, %a : tensor<2x3x8xf32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<2x3x8xf32>) -> tensor<3x2x8xf32>
    %5 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x2x8xf32>, tensor<f32>) -> tensor<3x8xf32>
    stablehlo.return %1, %2, %5, %3 : tensor<i32>, tensor<2x3x8xf32>, tensor<3x8xf32>, tensor<3x2x8xf32>
  }
  return %0#1, %0#2, %0#3 : tensor<2x3x8xf32>, tensor<3x8xf32>, tensor<3x2x8xf32>
}
