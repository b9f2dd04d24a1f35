// static-rank-six: Rank 6 against rank 2.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 1x2x1x2x1x3, 2x1 -> 1x2x1x2x2x3
func.func @main(%arg0: tensor<1x2x1x2x1x3xf32>, %arg1: tensor<2x1xf32>) -> tensor<1x2x1x2x2x3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<1x2x1x2x1x3xf32>, tensor<2x1xf32>) -> tensor<1x2x1x2x2x3xf32>
  return %0 : tensor<1x2x1x2x2x3xf32>
}
