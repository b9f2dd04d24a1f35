// static-inner-one: A size of 1 between two others is repeated.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From llvm/torch-mlir#4743: wrong values of a broadcast without a diagnostic.
// 2x1x3, 4x1 -> 2x4x3
func.func @main(%arg0: tensor<2x1x3xf32>, %arg1: tensor<4x1xf32>) -> tensor<2x4x3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}
