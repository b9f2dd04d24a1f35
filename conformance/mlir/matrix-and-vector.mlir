// matrix-and-vector: A vector of unknown size against a matrix of unknown sizes.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 2x3, 3 -> 2x3
// 2x3, 1 -> 2x3
// 2x1, 3 -> 2x3
// 3x3, 3 -> 3x3
// 2x3, 2 -> refused
func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
