// static-both-expand: Each operand is repeated along the dim in which it has size 1.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 2x1, 1x3 -> 2x3
func.func @main(%arg0: tensor<2x1xf32>, %arg1: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
