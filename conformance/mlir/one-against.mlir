// one-against: A static 1 on the left of an unknown size.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 1x3, 2x1 -> 2x3
// 1x3, 1x1 -> 1x3
// 1x3, 0x1 -> 0x3
func.func @main(%arg0: tensor<1x3xf32>, %arg1: tensor<?x1xf32>) -> tensor<?x3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<1x3xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
