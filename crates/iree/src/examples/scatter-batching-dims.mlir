// input: 3x4xf32
// input: 3x2x1xi32=0 1 2 3 1 1
// input: 3x2xf32
func.func @main(%x: tensor<?x4xf32>, %i: tensor<?x2x1xi32>, %u: tensor<?x2xf32>) -> tensor<?x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?x4xf32>, tensor<?x2x1xi32>, tensor<?x2xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
