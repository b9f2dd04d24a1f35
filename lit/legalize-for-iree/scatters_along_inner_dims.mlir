// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=scatters-outside,scatters-of-computed-updates},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// The indexed dims come first.
// [n, 8, 4], [2, 2], [2, n] => [n, 8, 4]
// CHECK-LABEL: func.func @several
// CHECK: %[[X:.+]] = stablehlo.transpose %arg0, dims = [1, 2, 0] : (tensor<?x8x4xf32>) -> tensor<8x4x?xf32>
// CHECK: %[[Y:.+]] = "stablehlo.scatter"(%[[X]], %arg1, %arg2)
// CHECK-SAME: #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>
// CHECK: stablehlo.transpose %[[Y]], dims = [2, 0, 1] : (tensor<8x4x?xf32>) -> tensor<?x8x4xf32>
func.func @several(%x: tensor<?x8x4xf32>, %i: tensor<2x2xi32>, %u: tensor<2x?xf32>) -> tensor<?x8x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x8x4xf32>, tensor<2x2xi32>, tensor<2x?xf32>) -> tensor<?x8x4xf32>
  return %0 : tensor<?x8x4xf32>
}

// A batching dim counts as an indexed one.
// [3, 5, 8], [3, 2, 1], [3, 2, 5] => [3, 5, 8]
// CHECK-LABEL: func.func @batches
// CHECK: stablehlo.transpose %arg0, dims = [0, 2, 1]
// CHECK: "stablehlo.scatter"
// CHECK-SAME: update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1]
func.func @batches(%x: tensor<3x5x8xf32>, %i: tensor<3x2x1xi32>, %u: tensor<3x2x5xf32>) -> tensor<3x5x8xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<3x5x8xf32>, tensor<3x2x1xi32>, tensor<3x2x5xf32>) -> tensor<3x5x8xf32>
  return %0 : tensor<3x5x8xf32>
}

// One indexed dim, and those that are the first ones, stay in their place.
// CHECK-LABEL: func.func @others
// CHECK-NOT: stablehlo.transpose
// CHECK: return
func.func @others(%x: tensor<?x8x4xf32>, %i: tensor<2x1xi32>, %j: tensor<2x2xi32>, %u: tensor<2x?x4xf32>, %v: tensor<2x4xf32>) -> (tensor<?x8x4xf32>, tensor<?x8x4xf32>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x8x4xf32>, tensor<2x1xi32>, tensor<2x?x4xf32>) -> tensor<?x8x4xf32>
  %1 = "stablehlo.scatter"(%0, %j, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x8x4xf32>, tensor<2x2xi32>, tensor<2x4xf32>) -> tensor<?x8x4xf32>
  return %0, %1 : tensor<?x8x4xf32>, tensor<?x8x4xf32>
}
