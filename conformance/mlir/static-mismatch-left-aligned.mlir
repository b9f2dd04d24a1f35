// static-mismatch-left-aligned: A vector that fits only from the left does not broadcast.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From MLIR's trait Broadcastable: the operands are broadcast-compatible.
// 2x3, 2 -> refused
func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
