// multiple-of-static: A multiple of the static size does not fit.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From MLIR's trait Broadcastable: the operands are broadcast-compatible.
// 3x2, 3x1 -> 3x2
// 6x2, 3x1 -> refused
func.func @main(%arg0: tensor<?x2xf32>, %arg1: tensor<3x1xf32>) -> tensor<3x2xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
