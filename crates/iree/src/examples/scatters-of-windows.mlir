// input: 3x8xf32
// input: 3x1xi32=1 7 4
// input: 3x1xf32
func.func @main(%x: tensor<3x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x1xf32>) -> tensor<3x8xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<3x8xf32>, tensor<3x1xi32>, tensor<3x1xf32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}
