// static-zero: Size 0 is a size like others.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 0x3, 0x3 -> 0x3
func.func @main(%arg0: tensor<0x3xf32>, %arg1: tensor<0x3xf32>) -> tensor<0x3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
