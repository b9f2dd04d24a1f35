// input: 5xf32
// input: 2x1xi32=1 2
// input: 2xf32
func.func @main(%x: tensor<?xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) -> tensor<?xf32> {
  %0:2 = "stablehlo.scatter"(%x, %x, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %e: tensor<f32>):
    stablehlo.return %c, %e : tensor<f32>, tensor<f32>
  }) : (tensor<?xf32>, tensor<?xf32>, tensor<2x1xi32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#1 : tensor<?xf32>
}
