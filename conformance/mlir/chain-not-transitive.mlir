// chain-not-transitive: That a fits b and b fits c does not imply that a fits c.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 3, 3, 3 -> 3
// 3, 1, 3 -> 3
// 1, 3, 1 -> 3
// 3, 1, 1 -> 3
// 3, 1, 2 -> refused
// 2, 1, 3 -> refused
// 2, 3, 3 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>, %arg2: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %arg1, %arg2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
