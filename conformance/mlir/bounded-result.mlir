// bounded-result: A declared bound over unbounded sizes limits them.
// From StableHLO's encoding bounds: a size is at most its bound.
// 3, 3 -> 3
// 4, 1 -> 4
// 5, 5 -> refused
// 1, 5 -> refused
// 2, 3 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>) -> tensor<?xf32, #stablehlo.bounds<4>> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return %0 : tensor<?xf32, #stablehlo.bounds<4>>
}
