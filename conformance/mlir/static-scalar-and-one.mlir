// static-scalar-and-one: Rank 0 against rank 1 of size 1 has rank 1.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// (), 1 -> 1
func.func @main(%arg0: tensor<f32>, %arg1: tensor<1xf32>) -> tensor<1xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<f32>, tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
