// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops,reductions-of-rows},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// The second reduction depends on the first one; what both read is computed before.
// CHECK-LABEL: func @softmax
func.func @softmax(%a: tensor<?x?xf32>, %shape: tensor<2xi32>) -> tensor<?x?xf32> {
  // CHECK: %[[SINE:.*]] = stablehlo.log_plus_one %arg0
  // CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%[[SINE]])
  // CHECK: %[[TIED:.*]] = "flow.tensor.tie_shape"(%[[HIDDEN]], %{{.*}}, %{{.*}}) : (tensor<?x?xf32>, index, index)
  // CHECK: %[[GREATEST:.*]] = stablehlo.reduce(%[[TIED]] init
  // CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%[[GREATEST]])
  // CHECK: %[[ROWS:.*]] = "flow.tensor.tie_shape"(%[[HIDDEN]], %{{.*}}) : (tensor<?xf32>, index)
  // CHECK: %[[BROADCAST:.*]] = stablehlo.dynamic_broadcast_in_dim %[[ROWS]]
  // CHECK: stablehlo.subtract %[[TIED]], %[[BROADCAST]]
  // CHECK-NOT: util.optimization_barrier
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.log_plus_one %a : tensor<?x?xf32>
  %1 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1]
      : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %shape, dims = [0]
      {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<?x?xf32>
  %4 = stablehlo.exponential %3 : tensor<?x?xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %6 = stablehlo.dynamic_broadcast_in_dim %5, %shape, dims = [0]
      {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %7 = stablehlo.divide %4, %6 : tensor<?x?xf32>
  return %7 : tensor<?x?xf32>
}

// Nothing is computed again along a dim whose size is known, along another dim, or by a reduction of
// the result itself.
// CHECK-LABEL: func @apart
func.func @apart(%a: tensor<?x8xf32>, %b: tensor<?x?xf32>, %sizes: tensor<2xi32>, %shape: tensor<2xi32>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<f32>) {
  // CHECK-NOT: util.optimization_barrier
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %sizes, dims = [0]
      {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  %2 = stablehlo.subtract %a, %1 : tensor<?x8xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
  %4 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %5 = stablehlo.dynamic_broadcast_in_dim %4, %shape, dims = [0]
      {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %6 = stablehlo.subtract %b, %5 : tensor<?x?xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %8 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %3, %7, %8 : tensor<?xf32>, tensor<?xf32>, tensor<f32>
}

// [?, ?, 8] => [?, 8]
// The maximum of two dims is reshaped, and one of these is reduced again.
// CHECK-LABEL: func.func @of_several_dims(
// CHECK: stablehlo.reduce{{.*}} applies stablehlo.maximum across dimensions = [2]
// CHECK: %[[MOST:.*]] = stablehlo.reduce{{.*}} applies stablehlo.maximum across dimensions = [1]
// CHECK: "util.optimization_barrier"(%[[MOST]])
// CHECK: applies stablehlo.add across dimensions = [1]
// CHECK: return
func.func @of_several_dims(%x: tensor<?x?x8xf32>) -> tensor<?x8xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %eight = stablehlo.constant dense<8> : tensor<1xi32>
  %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x8xf32>) -> tensor<i32>
  %s = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x8xf32>) -> tensor<i32>
  %b_1 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %s_1 = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %b_1, %s_1, %eight, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %single = stablehlo.concatenate %b_1, %one, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1, 2] : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_reshape %0, %single : (tensor<?xf32>, tensor<3xi32>) -> tensor<?x1x1xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %shape, dims = [0, 1, 2] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?x1x1xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<?x?x8xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  return %4 : tensor<?x8xf32>
}

// The second reduction is found however often the values between are used.
// CHECK-LABEL: func.func @behind_many_uses(
// CHECK: %[[MOST:.*]] = stablehlo.reduce{{.*}} applies stablehlo.maximum across dimensions = [1]
// CHECK: "util.optimization_barrier"(%[[MOST]])
// CHECK: return
func.func @behind_many_uses(%x: tensor<?x?xf32>, %shape: tensor<2xi32>) -> tensor<?xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.add %0, %0 : tensor<?xf32>
  %2 = stablehlo.add %1, %1 : tensor<?xf32>
  %3 = stablehlo.add %2, %2 : tensor<?xf32>
  %4 = stablehlo.add %3, %3 : tensor<?xf32>
  %5 = stablehlo.add %4, %4 : tensor<?xf32>
  %6 = stablehlo.add %5, %5 : tensor<?xf32>
  %7 = stablehlo.add %6, %6 : tensor<?xf32>
  %8 = stablehlo.add %7, %7 : tensor<?xf32>
  %9 = stablehlo.add %8, %8 : tensor<?xf32>
  %10 = stablehlo.dynamic_broadcast_in_dim %9, %shape, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %11 = stablehlo.subtract %x, %10 : tensor<?x?xf32>
  %12 = stablehlo.reduce(%11 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %12 : tensor<?xf32>
}

// IREE loses track of the memory behind a barrier in a branch that returns several tensors.
// CHECK-LABEL: func.func @branch_of_several(
// CHECK-NOT: util.optimization_barrier"(%
// CHECK: {{^ +}}return
// CHECK-LABEL: func.func @branch_of_one(
// CHECK: util.optimization_barrier"(%
// CHECK: {{^ +}}return
func.func @branch_of_several(%x: tensor<?x?xf32>, %p: tensor<i1>, %shape: tensor<2xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %0:2 = "stablehlo.if"(%p) ({
    %1 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
    %2 = stablehlo.dynamic_broadcast_in_dim %1, %shape, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %3 = stablehlo.subtract %x, %2 : tensor<?x?xf32>
    %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
    stablehlo.return %4, %1 : tensor<?xf32>, tensor<?xf32>
  }, {
    stablehlo.return %y, %y : tensor<?xf32>, tensor<?xf32>
  }) : (tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

func.func @branch_of_one(%x: tensor<?x?xf32>, %p: tensor<i1>, %shape: tensor<2xi32>) -> tensor<?xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
    %2 = stablehlo.dynamic_broadcast_in_dim %1, %shape, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %3 = stablehlo.subtract %x, %2 : tensor<?x?xf32>
    %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
    stablehlo.return %4 : tensor<?xf32>
  }, {
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Reductions of all first dims, as in a batch normalization: a tensor of unknown size is computed from the first, but not
// from the second.
// CHECK-LABEL: func @first_dims
func.func @first_dims(%x: tensor<?x28x16xf32>, %shape: tensor<3xi32>) -> (tensor<?x28x16xf32>, tensor<16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: %[[SUM:.*]] = stablehlo.reduce({{.*}}) applies stablehlo.add
  // CHECK: %[[HIDDEN:.*]] = stablehlo.optimization_barrier %[[SUM]] : tensor<16xf32>
  // CHECK: stablehlo.negate %[[HIDDEN]]
  // CHECK-NOT: stablehlo.optimization_barrier
  // CHECK: return
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x28x16xf32>, tensor<f32>) -> tensor<16xf32>
  %1 = stablehlo.negate %0 : tensor<16xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %shape, dims = [2] : (tensor<16xf32>, tensor<3xi32>) -> tensor<?x28x16xf32>
  %3 = stablehlo.multiply %x, %2 : tensor<?x28x16xf32>
  %4 = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<?x28x16xf32>, tensor<f32>) -> tensor<16xf32>
  %5 = stablehlo.negate %4 : tensor<16xf32>
  return %3, %5 : tensor<?x28x16xf32>, tensor<16xf32>
}
