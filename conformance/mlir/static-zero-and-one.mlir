// static-zero-and-one: A static 1 is repeated zero times.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From robertknight/rten#1369: 0 against 1 gave the maximum, 1.
// 0, 1 -> 0
func.func @main(%arg0: tensor<0xf32>, %arg1: tensor<1xf32>) -> tensor<0xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<0xf32>, tensor<1xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
