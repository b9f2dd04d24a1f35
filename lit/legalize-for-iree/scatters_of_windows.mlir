// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=scatters-along-inner-dims,scatters-outside,scatters-of-computed-updates,merged-dims},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// An update has no dim for one element along an indexed dim.
// [3, 8], [3, 1], [3, 1] => [3, 8]
// CHECK-LABEL: func.func @batches
// CHECK: %[[U:.+]] = stablehlo.reshape %{{.*}} : (tensor<3x1xf32>) -> tensor<3xf32>
// CHECK: "stablehlo.scatter"(%{{.*}}, %{{.*}}, %[[U]])
// CHECK-SAME: #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>
func.func @batches(%x: tensor<3x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x1xf32>) -> tensor<3x8xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<3x8xf32>, tensor<3x1xi32>, tensor<3x1xf32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// The other dim of the window stays, in its place.
// [n, 4, 8], [k, 1], [1, 4, k] => [n, 4, 8]
// CHECK-LABEL: func.func @part
// CHECK: %[[U:.+]] = tensor.reshape %{{.*}} : (tensor<1x4x?xf32>, tensor<2x{{.*}}>) -> tensor<4x?xf32>
// CHECK: "stablehlo.scatter"(%{{.*}}, %{{.*}}, %[[U]])
// CHECK-SAME: #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>
func.func @part(%x: tensor<?x4x8xf32>, %i: tensor<?x2xi32>, %u: tensor<1x4x?xf32>) -> tensor<?x4x8xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x4x8xf32>, tensor<?x2xi32>, tensor<1x4x?xf32>) -> tensor<?x4x8xf32>
  return %0 : tensor<?x4x8xf32>
}
