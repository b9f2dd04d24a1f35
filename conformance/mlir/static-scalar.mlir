// static-scalar: A tensor of rank 0 broadcasts to any shape.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// (), 2x3 -> 2x3
func.func @main(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
