// greater: The result has another element type than the operands.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 3x1, 4 -> 3x4
// 3x1, 1 -> 3x1
// 1x1, 3 -> 1x3
func.func @main(%arg0: tensor<?x1xf32>, %arg1: tensor<?xf32>) -> tensor<?x?xi1> {
  %0 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction GT>} : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xi1>
  return %0 : tensor<?x?xi1>
}
