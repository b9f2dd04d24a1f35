// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree)' --split-input-file %s | FileCheck %s

// [2, 3] => [?, ?]
// CHECK-LABEL: func.func @result_is_more_open
// CHECK: %[[REVERSED:.*]] = stablehlo.reverse %{{.*}}, dims = [0] : tensor<2x3xf32>
// CHECK: tensor.cast %[[REVERSED]] : tensor<2x3xf32> to tensor<?x?xf32>
func.func @result_is_more_open(%x: tensor<2x3xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.reverse"(%x) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// [?, 3] => [2, ?]
// CHECK-LABEL: func.func @both_know_a_part
// CHECK: %[[ALL:.*]] = tensor.cast %{{.*}} : tensor<?x3xf32> to tensor<2x3xf32>
// CHECK: stablehlo.reverse %[[ALL]], dims = [0] : tensor<2x3xf32>
func.func @both_know_a_part(%x: tensor<?x3xf32>) -> tensor<2x?xf32> {
  %0 = "stablehlo.reverse"(%x) {dimensions = array<i64: 0>} : (tensor<?x3xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

// [2, 3] x [?, 4] => [?, ?]
// CHECK-LABEL: func.func @contracted
// CHECK: %[[OTHER:.*]] = tensor.cast %{{.*}} : tensor<?x4xf32> to tensor<3x4xf32>
// CHECK: stablehlo.dot_general %{{.*}}, %[[OTHER]], contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
func.func @contracted(%a: tensor<2x3xf32>, %b: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The attributes say the size.
// [?, ?] => [2, ?]
// CHECK-LABEL: func.func @of_attributes
// CHECK: stablehlo.slice %{{.*}} [1:3, 0:4] : (tensor<?x?xf32>) -> tensor<2x4xf32>
func.func @of_attributes(%x: tensor<?x?xf32>) -> tensor<2x?xf32> {
  %0 = "stablehlo.slice"(%x) {start_indices = array<i64: 1, 0>, limit_indices = array<i64: 3, 4>, strides = array<i64: 1, 1>} : (tensor<?x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

// The number of updates is that of indices.
// [?, 4], [3, 1], [?, 4] => [?, 4]
// CHECK-LABEL: func.func @updates
// CHECK: tensor.cast %{{.*}} : tensor<?x4xf32> to tensor<3x4xf32>
func.func @updates(%x: tensor<?x4xf32>, %i: tensor<3x1xi32>, %u: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<?x4xf32>, tensor<3x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @all_unknown
// CHECK-NOT: tensor.cast
func.func @all_unknown(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.reverse"(%x) {dimensions = array<i64: 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A branch returns what its results say.
// [?, 3] or [2, 3] => [2, ?]
// CHECK-LABEL: func.func @branches
// CHECK: tensor.cast %arg1 : tensor<?x3xf32> to tensor<2x?xf32>
// CHECK: tensor.cast %arg2 : tensor<2x3xf32> to tensor<2x?xf32>
func.func @branches(%c: tensor<i1>, %x: tensor<?x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x?xf32> {
  %0 = "stablehlo.if"(%c) ({
    stablehlo.return %x : tensor<?x3xf32>
  }, {
    stablehlo.return %y : tensor<2x3xf32>
  }) : (tensor<i1>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
