// two-matrices-square: A row and a column against a square matrix differ only in values.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From llvm/torch-mlir#4743: wrong values of a broadcast without a diagnostic.
// 3x3, 1x3 -> 3x3
// 3x3, 3x1 -> 3x3
// 1x3, 3x1 -> 3x3
// 3x1, 3x3 -> 3x3
func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
