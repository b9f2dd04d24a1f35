// declared-zero: A declared 0 over two unknown sizes.
// From MLIR's trait Broadcastable: each dim of the result agrees with the inferred one.
// From robertknight/rten#1369: 0 against 1 gave the maximum, 1.
// 0x2, 0x2 -> 0x2 (may be refused: static-result)
// 1x2, 1x2 -> refused
// 3x2, 3x2 -> refused
func.func @main(%arg0: tensor<?x2xf32>, %arg1: tensor<?x2xf32>) -> tensor<0x2xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<0x2xf32>
  return %0 : tensor<0x2xf32>
}
