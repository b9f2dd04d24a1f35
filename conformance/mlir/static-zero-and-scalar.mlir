// static-zero-and-scalar: A tensor of rank 0 is repeated zero times.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From robertknight/rten#1369: 0 against 1 gave the maximum, 1.
// 2x0, () -> 2x0
func.func @main(%arg0: tensor<2x0xf32>, %arg1: tensor<f32>) -> tensor<2x0xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x0xf32>, tensor<f32>) -> tensor<2x0xf32>
  return %0 : tensor<2x0xf32>
}
