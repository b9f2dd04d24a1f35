// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=scatters-of-several})' %s

// Several updates of the whole tensor.
func.func @updates_without_index(%x: tensor<?xf32>, %i: tensor<3x0xi32>, %u: tensor<3x?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'stablehlo.scatter' op cannot be compiled by IREE 3.13: it scatters several tensors, or several slices along an indexed dim or without one; use one scatter for each tensor, or a loop over the slices}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?xf32>, tensor<3x0xi32>, tensor<3x?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
