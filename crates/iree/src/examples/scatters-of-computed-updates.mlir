// input: 4x2xf32
// input: 3x1xi32=1 0 1
// input: 4x3xf32
func.func @main(%x: tensor<4x?xf32>, %i: tensor<3x1xi32>, %u: tensor<?x3xf32>) -> tensor<4x?xf32> {
  %0 = stablehlo.negate %u : tensor<?x3xf32>
  %1 = "stablehlo.scatter"(%x, %i, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x?xf32>, tensor<3x1xi32>, tensor<?x3xf32>) -> tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}
