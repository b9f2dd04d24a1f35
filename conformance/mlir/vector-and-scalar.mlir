// vector-and-scalar: A tensor of rank 0 on the right.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 3, () -> 3
// 1, () -> 1
// 0, () -> 0
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<f32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
