// select-ranks: Three operands of three ranks.
// From NumPy's where: three operands broadcast together.
// 2, 3x2x2, 2x2 -> 3x2x2
// 1, 3x1x2, 2x2 -> 3x2x2
// 2, 3x2x2, 1x2 -> 3x2x2
// 3, 3x2x2, 2x2 -> refused
// 2, 3x2x2, 3x2 -> refused
func.func @main(%arg0: tensor<?xi1>, %arg1: tensor<?x?x2xf32>, %arg2: tensor<?x2xf32>) -> tensor<?x?x2xf32> {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<?xi1>, tensor<?x?x2xf32>, tensor<?x2xf32>) -> tensor<?x?x2xf32>
  return %0 : tensor<?x?x2xf32>
}
