// rank-four: Four unknown dims, each expanded in another operand.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From llvm/torch-mlir#4743: wrong values of a broadcast without a diagnostic.
// 2x1x2x1, 1x3x1x2 -> 2x3x2x2
// 2x2x2x2, 1x2x1x2 -> 2x2x2x2
// 2x1x1x2, 2x3x2x1 -> 2x3x2x2
// 2x3x2x2, 2x3x1x3 -> refused
func.func @main(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
