// bounded-differently: Two bounds; the result has the greater one.
// From StableHLO's encoding bounds: a size is at most its bound.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 3, 3 -> 3
// 1, 5 -> 5
// 3, 1 -> 3
// 2, 3 -> refused
// 3, 5 -> refused
func.func @main(%arg0: tensor<?xf32, #stablehlo.bounds<3>>, %arg1: tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<?xf32, #stablehlo.bounds<5>> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32, #stablehlo.bounds<3>>, tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<?xf32, #stablehlo.bounds<5>>
  return %0 : tensor<?xf32, #stablehlo.bounds<5>>
}
