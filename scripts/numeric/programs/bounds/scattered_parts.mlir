func.func @main(%x: tensor<?xf32>, %i0: tensor<2x1xi32>, %u: tensor<2x?xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<-2> : tensor<2x1xi32>
  %i = stablehlo.add %i0, %c : tensor<2x1xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
     %d = stablehlo.add %a, %b : tensor<f32>
     stablehlo.return %d : tensor<f32>
  }) : (tensor<?xf32>, tensor<2x1xi32>, tensor<2x?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
