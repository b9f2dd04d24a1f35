// static-one-and-zero: A static 1 on the left is repeated zero times, and the other dim is kept.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From robertknight/rten#1369: 0 against 1 gave the maximum, 1.
// 1x3, 0x1 -> 0x3
func.func @main(%arg0: tensor<1x3xf32>, %arg1: tensor<0x1xf32>) -> tensor<0x3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<1x3xf32>, tensor<0x1xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
