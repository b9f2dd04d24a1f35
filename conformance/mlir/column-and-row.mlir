// column-and-row: Static 1s and unknown sizes in alternating dims need no check.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 2x1, 1x3 -> 2x3
// 3x1, 1x3 -> 3x3
// 1x1, 1x1 -> 1x1
// 0x1, 1x2 -> 0x2
func.func @main(%arg0: tensor<?x1xf32>, %arg1: tensor<1x?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x1xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
