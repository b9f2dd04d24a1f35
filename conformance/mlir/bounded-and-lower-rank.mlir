// bounded-and-lower-rank: A static bias on a bounded batch.
// From StableHLO's encoding bounds: a size is at most its bound.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// 2x3, 3 -> 2x3
// 4x3, 3 -> 4x3
func.func @main(%arg0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %arg1: tensor<3xf32>) -> tensor<?x3xf32, #stablehlo.bounds<4, ?>> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<3xf32>) -> tensor<?x3xf32, #stablehlo.bounds<4, ?>>
  return %0 : tensor<?x3xf32, #stablehlo.bounds<4, ?>>
}
