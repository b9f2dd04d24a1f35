// two-matrices: Each dim of two matrices fits on its own.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 2x3, 2x3 -> 2x3
// 2x1, 1x3 -> 2x3
// 1x3, 2x1 -> 2x3
// 1x1, 2x3 -> 2x3
// 2x3, 3x2 -> refused
// 2x3, 2x2 -> refused
// 2x3, 3x3 -> refused
// 1x2, 2x3 -> refused
func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
