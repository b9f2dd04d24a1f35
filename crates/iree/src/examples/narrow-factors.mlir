// input: 2x3xi1=1 0 1 1 1 1
// input: 3x2xf32
func.func @main(%x: tensor<2x3xi1>, %y: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %wide = stablehlo.convert %x : (tensor<2x3xi1>) -> tensor<2x3xf32>
  %0 = stablehlo.dot_general %wide, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
