// scalar-and-matrix: A tensor of rank 0 needs no check.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// (), 2x3 -> 2x3
// (), 1x1 -> 1x1
// (), 0x3 -> 0x3
func.func @main(%arg0: tensor<f32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<f32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
