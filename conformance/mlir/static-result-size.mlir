// static-result-size: The declared result has another size than the inferred one.
// From MLIR's trait Broadcastable: each dim of the result agrees with the inferred one.
// 2, 2 -> refused
func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<4xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
