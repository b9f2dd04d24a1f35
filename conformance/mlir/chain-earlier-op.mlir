// chain-earlier-op: An op is checked even if the op behind it would fit whatever it gives.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 2x3, 2x1, 2x1 -> 2x3
// 2x3, 2x1, 1x1 -> 2x3
// 2x3, 3x3, 1x1 -> refused
// 2x3, 2x2, 2x1 -> refused
func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x1xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = chlo.broadcast_add %0, %arg2 : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
