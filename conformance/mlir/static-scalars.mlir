// static-scalars: Two tensors of rank 0 give one of rank 0.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// (), () -> ()
func.func @main(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
