// declared-static: A static result over two unknown sizes: the size that they broadcast to must be the declared one.
// From MLIR's trait Broadcastable: each dim of the result agrees with the inferred one.
// 3, 3 -> 3 (may be refused: static-result)
// 1, 3 -> 3 (may be refused: static-result)
// 1, 1 -> refused
// 2, 2 -> refused
// 4, 1 -> refused
// 2, 3 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
