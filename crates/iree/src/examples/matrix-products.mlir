// input: 5x2x3xf32
// input: 3x4xf32
func.func @main(%x: tensor<?x2x3xf32>, %y: tensor<3x4xf32>) -> tensor<?x2x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [2] x [0] : (tensor<?x2x3xf32>, tensor<3x4xf32>) -> tensor<?x2x4xf32>
  return %0 : tensor<?x2x4xf32>
}
