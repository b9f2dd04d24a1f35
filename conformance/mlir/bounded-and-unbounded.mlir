// bounded-and-unbounded: A bounded size against an unbounded one.
// From StableHLO's encoding bounds: a size is at most its bound.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 3, 3 -> 3
// 1, 6 -> 6
// 4, 1 -> 4
// 3, 6 -> refused
// 2, 3 -> refused
func.func @main(%arg0: tensor<?xf32, #stablehlo.bounds<4>>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
