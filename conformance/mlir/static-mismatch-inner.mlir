// static-mismatch-inner: One dim of three does not fit.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From MLIR's trait Broadcastable: the operands are broadcast-compatible.
// 2x3x4, 2x2x1 -> refused
func.func @main(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x2x1xf32>) -> tensor<2x3x4xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x3x4xf32>, tensor<2x2x1xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
