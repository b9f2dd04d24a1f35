// input: 4x5xf32
// input: 3x2xi64=0 1 2 9 -1 0
// input: 2xi32=2 1
func.func @main(%x: tensor<?x?xf32>, %i: tensor<?x2xi64>, %sizes: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [0, 1], index_vector_dim = 1>}> : (tensor<?x?xf32>, tensor<?x2xi64>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
