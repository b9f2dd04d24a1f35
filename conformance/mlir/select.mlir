// select: A condition and two values of unknown sizes: every pair must fit, not only neighbours.
// From NumPy's where: three operands broadcast together.
// 3, 3, 3 -> 3
// 3, 1, 3 -> 3
// 1, 3, 1 -> 3
// 1, 1, 3 -> 3
// 1, 1, 1 -> 1
// 3, 1, 2 -> refused
// 2, 1, 3 -> refused
// 2, 3, 1 -> refused
// 1, 2, 3 -> refused
func.func @main(%arg0: tensor<?xi1>, %arg1: tensor<?xf32>, %arg2: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
