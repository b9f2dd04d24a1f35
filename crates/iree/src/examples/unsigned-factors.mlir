// input: 2x3xui8=200 1 2 3 4 250
// input: 3x2xui8=1 2 3 4 5 129
func.func @main(%x: tensor<2x3xui8>, %y: tensor<3x2xui8>) -> tensor<2x2xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xui8>, tensor<3x2xui8>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
