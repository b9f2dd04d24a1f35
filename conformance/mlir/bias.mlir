// bias: A static bias on a batch of unknown size needs no check.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 3x4, 4 -> 3x4
// 4x4, 4 -> 4x4
// 1x4, 4 -> 1x4
// 0x4, 4 -> 0x4
func.func @main(%arg0: tensor<?x4xf32>, %arg1: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
