// select-static-mismatch: Three static shapes of which two do not fit.
// From NumPy's where: three operands broadcast together.
// From MLIR's trait Broadcastable: the operands are broadcast-compatible.
// 2, 1, 3 -> refused
func.func @main(%arg0: tensor<2xi1>, %arg1: tensor<1xf32>, %arg2: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<2xi1>, tensor<1xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
