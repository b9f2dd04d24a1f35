// bounded-below-static: A bound that is less than the static size leaves only 1.
// From StableHLO's encoding bounds: a size is at most its bound.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 1, 3 -> 3
// 2, 3 -> refused
func.func @main(%arg0: tensor<?xf32, #stablehlo.bounds<2>>, %arg1: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32, #stablehlo.bounds<2>>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
