// bounded-alike: Two sizes with the same bound.
// From StableHLO's encoding bounds: a size is at most its bound.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 3, 3 -> 3
// 4, 4 -> 4
// 0, 0 -> 0
// 1, 3 -> 3 (may be refused: bounded-expansion)
// 4, 1 -> 4 (may be refused: bounded-expansion)
// 2, 3 -> refused
func.func @main(%arg0: tensor<?xf32, #stablehlo.bounds<4>>, %arg1: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32, #stablehlo.bounds<4>> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return %0 : tensor<?xf32, #stablehlo.bounds<4>>
}
