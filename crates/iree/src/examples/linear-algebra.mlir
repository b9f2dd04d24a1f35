// input: 4x3x3xf32
func.func @main(%x: tensor<4x3x3xf32>) -> tensor<4x3x3xf32> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<4x3x3xf32>
  return %0 : tensor<4x3x3xf32>
}
