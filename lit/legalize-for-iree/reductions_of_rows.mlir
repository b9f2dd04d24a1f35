// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// The mean is subtracted twice, and the root is computed before it is broadcast.
// CHECK-LABEL: func @norm(
func.func @norm(%x: tensor<?x?x24xf32>, %shape: tensor<3xi32>) -> tensor<?x?x24xf32> {
  // CHECK: %[[SUM:.*]] = stablehlo.reduce(%arg0 init
  // CHECK: "util.optimization_barrier"(%[[SUM]])
  // CHECK: %[[OWN:.*]] = stablehlo.subtract %arg0
  // CHECK: %[[COPY:.*]] = stablehlo.subtract %arg0
  // CHECK: %[[SQUARES:.*]] = stablehlo.multiply %[[COPY]], %[[COPY]]
  // CHECK: %[[SQUARE:.*]] = stablehlo.reduce(%[[SQUARES]] init
  // CHECK: %[[ROOT:.*]] = stablehlo.rsqrt %[[SQUARE]]
  // CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%[[ROOT]])
  // CHECK: %[[TIED:.*]] = "flow.tensor.tie_shape"(%[[HIDDEN]]
  // CHECK: %[[ROOTS:.*]] = stablehlo.dynamic_broadcast_in_dim %[[TIED]]
  // CHECK: stablehlo.multiply %[[OWN]], %[[ROOTS]]
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<?x?x24xf32>, tensor<f32>) -> tensor<?x24xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %shape, dims = [0, 2]
      {known_nonexpanding_dimensions = array<i64: 0, 1>} : (tensor<?x24xf32>, tensor<3xi32>) -> tensor<?x?x24xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<?x?x24xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<?x?x24xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<?x?x24xf32>, tensor<f32>) -> tensor<?x24xf32>
  %5 = stablehlo.rsqrt %4 : tensor<?x24xf32>
  %6 = stablehlo.dynamic_broadcast_in_dim %5, %shape, dims = [0, 2]
      {known_nonexpanding_dimensions = array<i64: 0, 1>} : (tensor<?x24xf32>, tensor<3xi32>) -> tensor<?x?x24xf32>
  %7 = stablehlo.multiply %2, %6 : tensor<?x?x24xf32>
  return %7 : tensor<?x?x24xf32>
}

// Dims between that are 1 change nothing; results of known size are hidden, too.
// CHECK-LABEL: func @first_dims(
func.func @first_dims(%x: tensor<?x28x16xf32>, %shape: tensor<3xi32>) -> (tensor<?x28x16xf32>, tensor<16xf32>) {
  // CHECK: %[[SUM:.*]] = stablehlo.reduce(%arg0 init{{.*}} applies stablehlo.add
  // CHECK: %[[NEGATED:.*]] = stablehlo.negate %[[SUM]]
  // CHECK: %[[ROW:.*]] = stablehlo.reshape %[[NEGATED]]
  // CHECK: %[[HIDDEN:.*]] = stablehlo.optimization_barrier %[[ROW]]
  // CHECK: stablehlo.dynamic_broadcast_in_dim %[[HIDDEN]]
  // CHECK-NOT: stablehlo.optimization_barrier
  // CHECK: return
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x28x16xf32>, tensor<f32>) -> tensor<16xf32>
  %1 = stablehlo.negate %0 : tensor<16xf32>
  %2 = stablehlo.reshape %1 : (tensor<16xf32>) -> tensor<1x1x16xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %2, %shape, dims = [0, 1, 2] : (tensor<1x1x16xf32>, tensor<3xi32>) -> tensor<?x28x16xf32>
  %4 = stablehlo.multiply %x, %3 : tensor<?x28x16xf32>
  %5 = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<?x28x16xf32>, tensor<f32>) -> tensor<16xf32>
  %6 = stablehlo.negate %5 : tensor<16xf32>
  return %4, %6 : tensor<?x28x16xf32>, tensor<16xf32>
}

// A last dim of known size comes last; one of unknown size stays with its neighbours.
// CHECK-LABEL: func @groups(
// CHECK: stablehlo.reduce(%arg0 init{{.*}} dimensions = [1] : (tensor<?x?x4x8xf32>
// CHECK: stablehlo.reduce({{.*}} dimensions = [2] : (tensor<?x4x8xf32>
// CHECK: stablehlo.reduce(%arg1 init{{.*}} dimensions = [0, 2] : (tensor<?x4x?xf32>
func.func @groups(%x: tensor<?x?x4x8xf32>, %y: tensor<?x4x?xf32>) -> (tensor<?x4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1, 3] : (tensor<?x?x4x8xf32>, tensor<f32>) -> tensor<?x4xf32>
  %1 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 2] : (tensor<?x4x?xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<4xf32>
}

// Rows of which the number is known are a vector; nothing is hidden in loops and branches.
// CHECK-LABEL: func @left(
// CHECK-NOT: util.optimization_barrier"(%
// CHECK: {{^ +}}return
func.func @left(%x: tensor<?x2x8xf32>, %y: tensor<?x?x8xf32>, %p: tensor<i1>, %few: tensor<3xi32>, %shape: tensor<3xi32>) -> (tensor<?x2x8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x2x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %few, dims = [0, 2] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?x8xf32>, tensor<3xi32>) -> tensor<?x2x8xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<?x2x8xf32>
  %3 = "stablehlo.if"(%p) ({
    %4 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<8xf32>
    %5 = stablehlo.dynamic_broadcast_in_dim %4, %shape, dims = [2] : (tensor<8xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %6 = stablehlo.subtract %y, %5 : tensor<?x?x8xf32>
    %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<8xf32>
    stablehlo.return %7 : tensor<8xf32>
  }, {
    %4 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<8xf32>
    stablehlo.return %4 : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  return %2, %3 : tensor<?x2x8xf32>, tensor<8xf32>
}
