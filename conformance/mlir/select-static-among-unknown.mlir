// select-static-among-unknown: One static size decides; each unknown size is checked against it.
// From NumPy's where: three operands broadcast together.
// From apache/tvm#20218, review: a symbolic size of 1 against a static size was read as if it were not repeated.
// 3, 3, 1 -> 3
// 1, 3, 3 -> 3
// 1, 3, 1 -> 3
// 3, 3, 2 -> refused
// 2, 3, 1 -> refused
func.func @main(%arg0: tensor<?xi1>, %arg1: tensor<3xf32>, %arg2: tensor<?xf32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<?xi1>, tensor<3xf32>, tensor<?xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
