// declared-one: A declared 1 over an unknown size.
// From MLIR's trait Broadcastable: each dim of the result agrees with the inferred one.
// 1, 1 -> 1 (may be refused: static-result)
// 3, 1 -> refused
// 0, 1 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<1xf32>) -> tensor<1xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
