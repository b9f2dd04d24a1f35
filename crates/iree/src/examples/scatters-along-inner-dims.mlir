// input: 3x8x4xf32
// input: 2x2xi32=1 3 7 0
// input: 2x3xf32
func.func @main(%x: tensor<?x8x4xf32>, %i: tensor<2x2xi32>, %u: tensor<2x?xf32>) -> tensor<?x8x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x8x4xf32>, tensor<2x2xi32>, tensor<2x?xf32>) -> tensor<?x8x4xf32>
  return %0 : tensor<?x8x4xf32>
}
