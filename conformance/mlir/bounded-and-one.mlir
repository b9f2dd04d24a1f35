// bounded-and-one: A bounded size against a static 1.
// From StableHLO's encoding bounds: a size is at most its bound.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 3x2, 1x2 -> 3x2
// 4x2, 1x2 -> 4x2
// 1x2, 1x2 -> 1x2
func.func @main(%arg0: tensor<?x2xf32, #stablehlo.bounds<4, ?>>, %arg1: tensor<1x2xf32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<1x2xf32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  return %0 : tensor<?x2xf32, #stablehlo.bounds<4, ?>>
}
