// static-result-rank-below: The declared result lacks a dim.
// From MLIR's trait Broadcastable: the result has the inferred rank.
// 1x3, 3 -> refused
func.func @main(%arg0: tensor<1x3xf32>, %arg1: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<1x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
