// declared-contradicts: A declared 4 where the operands broadcast to 3.
// From MLIR's trait Broadcastable: each dim of the result agrees with the inferred one.
// 3, 3 -> refused
// 1, 3 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<3xf32>) -> tensor<4xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<3xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
