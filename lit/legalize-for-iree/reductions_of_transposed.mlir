// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops,reverses},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

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

// The greatest elements and their positions, which something else uses, too.
// CHECK-LABEL: func.func @positions
// CHECK: %[[IOTA:.*]] = stablehlo.dynamic_iota
// CHECK: optimization_barrier
// CHECK: stablehlo.reduce
func.func @positions(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi32>, tensor<?x?xi32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %i = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
  %twice = stablehlo.add %i, %i : tensor<?x?xi32>
  %0:2 = stablehlo.reduce(%x init: %least), (%i init: %zero) across dimensions = [1] : (tensor<?x?xf32>, tensor<?x?xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1, %twice : tensor<?xf32>, tensor<?xi32>, tensor<?x?xi32>
}

// A reversed tensor, as in the softmax of one.
// CHECK-LABEL: func.func @reversed
// CHECK: %[[REVERSED:.*]] = stablehlo.reverse
// CHECK: "util.optimization_barrier"(%[[REVERSED]])
// CHECK: stablehlo.reduce
func.func @reversed(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reverse %x, dims = [1] : tensor<?x?xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %1, %0 : tensor<?xf32>, tensor<?x?xf32>
}
