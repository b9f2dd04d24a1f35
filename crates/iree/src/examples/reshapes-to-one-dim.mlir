// input: 5x70xf32
// input: 175xf32
func.func @main(%x: tensor<?x?xf32>, %half: tensor<?xf32>) -> tensor<?xf32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %size = stablehlo.get_dimension_size %half, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %product = stablehlo.multiply %size, %two : tensor<i32>
  %shape = stablehlo.reshape %product : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
