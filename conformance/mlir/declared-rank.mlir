// declared-rank: A declared result of rank 2 over two vectors.
// From MLIR's trait Broadcastable: the result has the inferred rank.
// 3, 3 -> refused
// 1, 3 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
