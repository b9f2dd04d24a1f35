// clamp-static-limits: A row and a column as limits of a matrix of unknown sizes.
// From NumPy's clip: three operands broadcast together.
// 1x3, 2x3, 2x1 -> 2x3
// 1x3, 2x1, 1x1 -> 2x3
// 1x3, 1x3, 2x1 -> 2x3
// 1x3, 2x2, 2x1 -> refused
// 1x3, 3x3, 2x1 -> refused
func.func @main(%arg0: tensor<1x3xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x1xf32>) -> tensor<?x3xf32> {
  %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<1x3xf32>, tensor<?x?xf32>) -> tensor<?x3xf32>
  %1 = chlo.broadcast_minimum %0, %arg2 : (tensor<?x3xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}
