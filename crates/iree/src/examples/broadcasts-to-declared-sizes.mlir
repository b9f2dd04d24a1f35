// input: 1xf32
func.func @main(%x: tensor<?xf32>) -> tensor<3x64xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<?xf32>) -> tensor<3x64xf32>
  return %0 : tensor<3x64xf32>
}
