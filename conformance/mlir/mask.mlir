// mask: A mask of one column, of a batch that is known only at run time.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 3x4, 3x1 -> 3x4
// 3x4, 1x1 -> 3x4
// 1x4, 3x1 -> 3x4
// 2x4, 3x1 -> refused
func.func @main(%arg0: tensor<?x4xf32>, %arg1: tensor<?x1xf32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
