// large: Sizes that do not fit in 7 and 8 bits.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 1x130, 130 -> 1x130
// 2x1, 130 -> 2x130
// 1x300, 1 -> 1x300
// 1x257, 256 -> refused
// 1x257, 0 -> refused
func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
