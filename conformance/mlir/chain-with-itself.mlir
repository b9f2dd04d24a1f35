// chain-with-itself: A value against itself fits at any size.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 2x3 -> 2x3
// 0x1 -> 0x1
// 1x1 -> 1x1
func.func @main(%arg0: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_add %arg0, %arg0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
