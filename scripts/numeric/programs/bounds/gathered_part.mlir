func.func @main(%x: tensor<8xf32>, %n: tensor<?xf32>, %i: tensor<3x1xi32>) -> tensor<3x?xf32> {
  %s = stablehlo.get_dimension_size %n, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %l = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %l) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>} : (tensor<8xf32>, tensor<3x1xi32>, tensor<1xi32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}
