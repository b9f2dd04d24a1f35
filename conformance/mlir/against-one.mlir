// against-one: An unknown size against a static 1 needs no check.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 3, 1 -> 3
// 1, 1 -> 1
// 0, 1 -> 0
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<1xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
