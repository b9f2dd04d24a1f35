// A tensor that is reduced, and that something else uses, is stored first.
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=speed})' %s | FileCheck %s

// CHECK-LABEL: func.func @other_elementwise
// CHECK: %[[SHARED:.*]] = stablehlo.exponential
// CHECK-NEXT: "util.optimization_barrier"(%[[SHARED]])
// CHECK: stablehlo.reduce
func.func @other_elementwise(%x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<?x4xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<?x4xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %3 = stablehlo.negate %0 : tensor<?x4xf32>
  return %3, %2 : tensor<?x4xf32>, tensor<?xf32>
}

// What is divided by the sum, as in a softmax, is computed in the kernel of the sum.
// CHECK-LABEL: func.func @quotients
// CHECK-NOT: optimization_barrier
func.func @quotients(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<?x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %shape = stablehlo.concatenate %n1, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %shape, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %3 = stablehlo.divide %0, %2 : tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}

// What a function is given is in memory anyway, and sizes are no elements.
// CHECK-LABEL: func.func @given
// CHECK-NOT: optimization_barrier
func.func @given(%x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<?x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.negate %x : tensor<?x4xf32>
  %3 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  return %2, %1, %3 : tensor<?x4xf32>, tensor<?xf32>, tensor<i32>
}

// A softmax of static shape may be in a kernel with a reduction, but not if something else uses it, too.
// CHECK-LABEL: func.func @static_softmax
// CHECK: %[[SOFTMAX:.*]] = stablehlo.divide
// CHECK-NEXT: %[[STORED:.*]] = stablehlo.optimization_barrier %[[SOFTMAX]]
// CHECK: stablehlo.reduce(%[[STORED]]
func.func @static_softmax(%x: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<2x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.divide %0, %2 : tensor<2x4xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  return %3, %4 : tensor<2x4xf32>, tensor<2xf32>
}

// A tensor that is reduced itself, and whose only other use is as weights of a sum, which has a kernel of its own.
// CHECK-LABEL: func.func @weights(
// CHECK-NOT: optimization_barrier
// CHECK: return
func.func @weights(%x: tensor<?x?x64xf32>, %m: tensor<?x?xf32>, %shape: tensor<3xi32>) -> (tensor<?x64xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %m : tensor<?x?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %shape, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: 0, 1>} : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
  %2 = stablehlo.multiply %x, %1 : tensor<?x?x64xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?x64xf32>, tensor<f32>) -> tensor<?x64xf32>
  %4 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %3, %4 : tensor<?x64xf32>, tensor<?xf32>
}

// A matrix product that is reduced and divided, as in the gradient of an attention.
// CHECK-LABEL: func.func @product
// CHECK: %[[SHARED:.*]] = stablehlo.dot_general
// CHECK-NEXT: "util.optimization_barrier"(%[[SHARED]])
// CHECK: stablehlo.reduce
func.func @product(%x: tensor<?x4xf32>, %y: tensor<4x?xf32>, %z: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.multiply %0, %z : tensor<?x?xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %3 = stablehlo.divide %0, %z : tensor<?x?xf32>
  return %3, %2 : tensor<?x?xf32>, tensor<?xf32>
}

// The other use follows from the reduction only through another one.
// CHECK-LABEL: func.func @behind_another_reduction
// CHECK: %[[SHARED:.*]] = stablehlo.exponential
// CHECK-NEXT: "util.optimization_barrier"(%[[SHARED]])
// CHECK: stablehlo.reduce
func.func @behind_another_reduction(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<?x4xf32>
  %1 = stablehlo.negate %0 : tensor<?x4xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.reshape %2 : (tensor<4xf32>) -> tensor<1x4xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1x4xf32>, tensor<f32>) -> tensor<4xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %shape = stablehlo.concatenate %n1, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %5 = stablehlo.dynamic_broadcast_in_dim %4, %shape, dims = [1] : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %6 = stablehlo.add %0, %5 : tensor<?x4xf32>
  return %6 : tensor<?x4xf32>
}
