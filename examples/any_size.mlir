// Adds a bias to each row, for any number of rows and columns, as a frontend writes it.
func.func @main(%x: tensor<?x?xf32> loc("x"), %bias: tensor<?xf32> loc("bias")) -> tensor<?x?xf32> {
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %columns = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %size = stablehlo.get_dimension_size %bias, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %fits = stablehlo.compare EQ, %columns, %size : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%fits, %columns, %size) {
    api_version = 2 : i32,
    error_message = "expected one bias for each of {0} columns, but there are {1}",
    has_side_effect = true
  } : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %0 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.reshape %columns : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %bias, %shape, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %3 = stablehlo.add %x, %2 : tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}
