// against-static-rows: Rows of an unknown number against two static ones.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From apache/tvm#20218, review: a symbolic size of 1 against a static size was read as if it were not repeated.
// 2x4, 2x4 -> 2x4
// 1x4, 2x4 -> 2x4
// 3x4, 2x4 -> refused
func.func @main(%arg0: tensor<?x4xf32>, %arg1: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
