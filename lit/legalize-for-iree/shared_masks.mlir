// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// Two reductions read one mask.
// CHECK-LABEL: func @shared(
func.func @shared(%x: tensor<4x8x16xf32>, %i: tensor<8xi32>, %size: tensor<8xi32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  // CHECK: %[[MASK:.*]] = stablehlo.broadcast_in_dim {{.*}} -> tensor<4x8x16xi1>
  // CHECK: %[[HIDDEN:.*]] = stablehlo.optimization_barrier %[[MASK]] : tensor<4x8x16xi1>
  // CHECK: stablehlo.select %[[HIDDEN]], %arg0
  // CHECK: stablehlo.select %[[HIDDEN]]
  // CHECK-NOT: optimization_barrier
  // CHECK: {{^ +}}return
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.compare LT, %i, %size : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %mask = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<8xi1>) -> tensor<4x8x16xi1>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x8x16xf32>
  %1 = stablehlo.select %mask, %x, %zeros : tensor<4x8x16xi1>, tensor<4x8x16xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  %3 = stablehlo.multiply %x, %x : tensor<4x8x16xf32>
  %4 = stablehlo.select %mask, %3, %zeros : tensor<4x8x16xi1>, tensor<4x8x16xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  return %2, %5 : tensor<4x16xf32>, tensor<4x16xf32>
}

// One reduction, reductions of vectors, and a mask that is given.
// CHECK-LABEL: func @left(
// CHECK-NOT: optimization_barrier
// CHECK: {{^ +}}return
func.func @left(%x: tensor<4x8xf32>, %i: tensor<8xi32>, %size: tensor<8xi32>, %given: tensor<4x8xi1>)
    -> (tensor<8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.compare LT, %i, %size : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %one = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<8xi1>) -> tensor<4x8xi1>
  %1 = stablehlo.compare GT, %i, %size : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %two = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<8xi1>) -> tensor<4x8xi1>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %square = stablehlo.multiply %x, %x : tensor<4x8xf32>
  %2 = stablehlo.select %one, %x, %zeros : tensor<4x8xi1>, tensor<4x8xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  %4 = stablehlo.select %two, %x, %zeros : tensor<4x8xi1>, tensor<4x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %6 = stablehlo.select %two, %square, %zeros : tensor<4x8xi1>, tensor<4x8xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %8 = stablehlo.select %given, %x, %zeros : tensor<4x8xi1>, tensor<4x8xf32>
  %9 = stablehlo.reduce(%8 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  %10 = stablehlo.select %given, %square, %zeros : tensor<4x8xi1>, tensor<4x8xf32>
  %11 = stablehlo.reduce(%10 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %3, %5, %7, %9, %11 : tensor<8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<8xf32>
}
