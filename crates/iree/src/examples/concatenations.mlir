// input: 2x5x8xf32
// input: 2x1x8xf32
func.func @main(%x: tensor<?x?x8xf32>, %y: tensor<?x1x8xf32>) -> tensor<?x?x8xf32> {
  %0 = stablehlo.concatenate %x, %y, %x, dim = 1 : (tensor<?x?x8xf32>, tensor<?x1x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  return %0 : tensor<?x?x8xf32>
}
