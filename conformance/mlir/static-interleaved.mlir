// static-interleaved: Both operands are repeated along alternating dims.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From llvm/torch-mlir#4743: wrong values of a broadcast without a diagnostic.
// 2x1x2x1, 1x3x1x2 -> 2x3x2x2
func.func @main(%arg0: tensor<2x1x2x1xf32>, %arg1: tensor<1x3x1x2xf32>) -> tensor<2x3x2x2xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x1x2x1xf32>, tensor<1x3x1x2xf32>) -> tensor<2x3x2x2xf32>
  return %0 : tensor<2x3x2x2xf32>
}
