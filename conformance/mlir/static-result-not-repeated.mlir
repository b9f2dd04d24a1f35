// static-result-not-repeated: Operands of size 1 do not broadcast to a declared 4.
// From MLIR's trait Broadcastable: each dim of the result agrees with the inferred one.
// 1, 1 -> refused
func.func @main(%arg0: tensor<1xf32>, %arg1: tensor<1xf32>) -> tensor<4xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
