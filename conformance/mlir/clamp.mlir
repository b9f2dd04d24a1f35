// clamp: Limits of unknown sizes around a value of unknown size.
// From NumPy's clip: three operands broadcast together.
// 1, 5, 1 -> 5
// 5, 1, 5 -> 5
// 5, 5, 5 -> 5
// 5, 1, 1 -> 5
// 5, 1, 4 -> refused
// 2, 5, 1 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>, %arg2: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_minimum %0, %arg2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
