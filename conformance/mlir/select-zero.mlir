// select-zero: Size 0 among three sizes of run time.
// From NumPy's where: three operands broadcast together.
// From robertknight/rten#1369: 0 against 1 gave the maximum, 1.
// 0, 0, 0 -> 0
// 1, 0, 1 -> 0 (may be refused: zero-against-one)
// 0, 1, 0 -> 0 (may be refused: zero-against-one)
// 0, 1, 3 -> refused
// 3, 1, 0 -> refused
func.func @main(%arg0: tensor<?xi1>, %arg1: tensor<?xf32>, %arg2: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
