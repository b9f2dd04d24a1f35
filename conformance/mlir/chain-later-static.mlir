// chain-later-static: The second op knows a static size, the first one does not.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From apache/tvm#20218, review: a symbolic size of 1 against a static size was read as if it were not repeated.
// 3, 3, 3 -> 3
// 1, 1, 3 -> 3
// 1, 3, 3 -> 3
// 2, 2, 3 -> refused
// 2, 3, 3 -> refused
// 2, 1, 3 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>, %arg2: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %0, %arg2 : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
