// An iota from which the operands of several reductions are computed is read from memory, unless elementwise ops and
// reductions alone lead from one of these to the other.
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree)' %s | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK: %[[POSITIONS:.*]] = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
// CHECK-NOT: iota
// CHECK: stablehlo.broadcast_in_dim %[[POSITIONS]], dims = [0] : (tensor<3xi32>) -> tensor<3x3xi32>
func.func @rows(%x: tensor<3x3xf32>, %n: tensor<3x3xi32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %positions = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %mask = stablehlo.compare LT, %positions, %n : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %0 = stablehlo.exponential %x : tensor<3x3xf32>
  %1 = stablehlo.select %mask, %0, %zeros : tensor<3x3xi1>, tensor<3x3xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reverse %0, dims = [0] : tensor<3x3xf32>
  %4 = stablehlo.select %mask, %3, %zeros : tensor<3x3xi1>, tensor<3x3xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
  return %2, %5 : tensor<f32>, tensor<f32>
}

// Floats are behind a barrier.
// CHECK-LABEL: func.func @floats
// CHECK: %[[IOTA:.*]] = stablehlo.iota dim = 0 : tensor<3xf32>
// CHECK: stablehlo.optimization_barrier %[[IOTA]]
func.func @floats(%x: tensor<3xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %positions = stablehlo.iota dim = 0 : tensor<3xf32>
  %0 = stablehlo.exponential %x : tensor<3xf32>
  %1 = stablehlo.multiply %0, %positions : tensor<3xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reverse %0, dims = [0] : tensor<3xf32>
  %4 = stablehlo.multiply %3, %positions : tensor<3xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %2, %5 : tensor<f32>, tensor<f32>
}

// A long one is behind a barrier.
// CHECK-LABEL: func.func @long
// CHECK: %[[IOTA:.*]] = stablehlo.iota dim = 0 : tensor<65537xi32>
// CHECK: stablehlo.optimization_barrier %[[IOTA]]
func.func @long(%x: tensor<65537xi32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %positions = stablehlo.iota dim = 0 : tensor<65537xi32>
  %0 = stablehlo.negate %x : tensor<65537xi32>
  %1 = stablehlo.multiply %0, %positions : tensor<65537xi32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<65537xi32>, tensor<i32>) -> tensor<i32>
  %3 = stablehlo.reverse %0, dims = [0] : tensor<65537xi32>
  %4 = stablehlo.multiply %3, %positions : tensor<65537xi32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<65537xi32>, tensor<i32>) -> tensor<i32>
  return %2, %5 : tensor<i32>, tensor<i32>
}

// Elementwise ops and reductions alone lead from one reduction to the other.
// CHECK-LABEL: func.func @softmax
// CHECK: stablehlo.iota
func.func @softmax(%x: tensor<3xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %positions = stablehlo.iota dim = 0 : tensor<3xf32>
  %0 = stablehlo.exponential %x : tensor<3xf32>
  %1 = stablehlo.multiply %0, %positions : tensor<3xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %4 = stablehlo.divide %0, %3 : tensor<3xf32>
  %5 = stablehlo.multiply %4, %positions : tensor<3xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %2, %6 : tensor<f32>, tensor<f32>
}
