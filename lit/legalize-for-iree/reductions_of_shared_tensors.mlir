// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// The function returns what is reduced, too.
// CHECK-LABEL: func @returned(
func.func @returned(%a: tensor<?x?x8xf32>) -> (tensor<?xf32>, tensor<?x?x8xf32>) {
  // CHECK: %[[NEGATED:.*]] = stablehlo.negate %arg0
  // CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%[[NEGATED]])
  // CHECK: %[[TIED:.*]] = "flow.tensor.tie_shape"(%[[HIDDEN]], %{{.*}}, %{{.*}}) : (tensor<?x?x8xf32>, index, index)
  // CHECK: %[[SUM:.*]] = stablehlo.reduce(%[[TIED]] init
  // CHECK-NOT: util.optimization_barrier
  // CHECK: return %[[SUM]], %[[TIED]]
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.negate %a : tensor<?x?x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1, 2]
      : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?xf32>
  return %1, %0 : tensor<?xf32>, tensor<?x?x8xf32>
}

// An op between computes nothing that is stored.
// CHECK-LABEL: func @between(
func.func @between(%a: tensor<?x?x8xf32>) -> (tensor<?xf32>, tensor<?x?x8xf32>) {
  // CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%{{.*}}) : (tensor<?x?x8xf32>)
  // CHECK: %[[TIED:.*]] = "flow.tensor.tie_shape"(%[[HIDDEN]]
  // CHECK: %[[SINE:.*]] = stablehlo.sine %[[TIED]]
  // CHECK: stablehlo.reduce(%[[SINE]] init
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reverse %a, dims = [0] : tensor<?x?x8xf32>
  %1 = stablehlo.sine %0 : tensor<?x?x8xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1, 2]
      : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?xf32>
  return %2, %0 : tensor<?xf32>, tensor<?x?x8xf32>
}

// What is computed from the result is broadcast, and returned.
// CHECK-LABEL: func @broadcast(
func.func @broadcast(%a: tensor<?x?x8xf32>, %shape: tensor<3xi32>) -> (tensor<?xf32>, tensor<?x?x8xf32>) {
  // CHECK: %[[SUM:.*]] = stablehlo.reduce(%arg0 init
  // CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%[[SUM]])
  // CHECK: %[[TIED:.*]] = "flow.tensor.tie_shape"(%[[HIDDEN]]
  // CHECK: %[[ROOT:.*]] = stablehlo.sqrt %[[TIED]]
  // CHECK: stablehlo.dynamic_broadcast_in_dim %[[ROOT]]
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1, 2]
      : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.sqrt %0 : tensor<?xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %shape, dims = [0]
      {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
  %3 = stablehlo.divide %a, %2 : tensor<?x?x8xf32>
  return %1, %3 : tensor<?xf32>, tensor<?x?x8xf32>
}

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

// One dim, known sizes, a result of known sizes, dims that are apart, and tensors that nothing else uses are fine.
// CHECK-LABEL: func @apart(
func.func @apart(%a: tensor<?x?x8xf32>, %b: tensor<?x4x8xf32>)
    -> (tensor<?x?xf32>, tensor<?x?x8xf32>, tensor<?xf32>, tensor<?x4x8xf32>, tensor<8xf32>, tensor<?xf32>, tensor<?xf32>) {
  // CHECK-NOT: util.optimization_barrier
  // CHECK: return
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.negate %a : tensor<?x?x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x?xf32>
  %2 = stablehlo.negate %b : tensor<?x4x8xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1, 2]
      : (tensor<?x4x8xf32>, tensor<f32>) -> tensor<?xf32>
  %4 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<8xf32>
  %5 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 2]
      : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?xf32>
  %6 = stablehlo.sine %a : tensor<?x?x8xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1, 2]
      : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?xf32>
  return %1, %0, %3, %2, %4, %5, %7
      : tensor<?x?xf32>, tensor<?x?x8xf32>, tensor<?xf32>, tensor<?x4x8xf32>, tensor<8xf32>, tensor<?xf32>, tensor<?xf32>
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
