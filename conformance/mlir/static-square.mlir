// static-square: A vector on a square matrix is repeated along the first dim, which only values show.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From llvm/torch-mlir#4743: wrong values of a broadcast without a diagnostic.
// 3x3, 3 -> 3x3
func.func @main(%arg0: tensor<3x3xf32>, %arg1: tensor<3xf32>) -> tensor<3x3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
