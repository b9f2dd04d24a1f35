// static-lower-rank-right: Dims of the second operand are aligned to the right.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 2x3, 3 -> 2x3
func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
