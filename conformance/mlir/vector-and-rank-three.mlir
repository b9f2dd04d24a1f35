// vector-and-rank-three: Two leading dims are added to the first operand.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 2, 2x2x2 -> 2x2x2
// 3, 2x4x1 -> 2x4x3
// 1, 2x1x3 -> 2x1x3
// 2, 2x2x3 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
