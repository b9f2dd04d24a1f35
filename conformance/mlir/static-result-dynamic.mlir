// static-result-dynamic: The declared result may know less than the operands.
// From MLIR's trait Broadcastable: each dim of the result agrees with the inferred one.
// 2x1, 1x3 -> 2x3
func.func @main(%arg0: tensor<2x1xf32>, %arg1: tensor<1x3xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
