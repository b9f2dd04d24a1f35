// declared-static-over-one: A static result over one unknown size and a static 1: no operand is repeated to the declared size.
// From MLIR's trait Broadcastable: each dim of the result agrees with the inferred one.
// 4, 1 -> 4 (may be refused: static-result)
// 1, 1 -> refused
// 2, 1 -> refused
// 0, 1 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<1xf32>) -> tensor<4xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
