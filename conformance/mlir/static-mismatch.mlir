// static-mismatch: Sizes 2 and 3 do not broadcast.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From MLIR's trait Broadcastable: the operands are broadcast-compatible.
// 2, 3 -> refused
func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
