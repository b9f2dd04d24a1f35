// against-static-zero: An unknown size against a static 0 is 0 or 1.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From robertknight/rten#1369: 0 against 1 gave the maximum, 1.
// 0, 0 -> 0
// 1, 0 -> 0
// 2, 0 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<0xf32>) -> tensor<0xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<0xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
