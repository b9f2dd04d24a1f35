// input: 4x128x64xf32
func.func @main(%x: tensor<?x?x64xf32>) -> tensor<?x?x64xf32> {
  %0 = stablehlo.reverse %x, dims = [1] : tensor<?x?x64xf32>
  return %0 : tensor<?x?x64xf32>
}
