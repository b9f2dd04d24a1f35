// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=scatters-of-several,masked-loops},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// The position in a batching dim becomes the first number of each index.
// [b, 4], [b, 1, 1], [b, 1] => [b, 4]
// CHECK-LABEL: func.func @batches
// CHECK: %[[B:.+]] = stablehlo.dynamic_iota %{{.*}}, dim = 0 : (tensor<3xi64>) -> tensor<?x1x1xi32>
// CHECK: %[[FIRST:.+]] = tensor.insert_slice %[[B]] into
// CHECK: tensor.insert_slice %arg1 into %[[FIRST]][0, 0, 1]
// CHECK: "stablehlo.scatter"
// CHECK-SAME: #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
func.func @batches(%x: tensor<?x4xf32>, %i: tensor<?x1x1xi32>, %u: tensor<?x1xf32>) -> tensor<?x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x4xf32>, tensor<?x1x1xi32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
