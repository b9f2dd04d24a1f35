// bounded-and-static: A bounded size against a static one is equal or 1; the bound is not the size.
// From StableHLO's encoding bounds: a size is at most its bound.
// From tensorflow/tensorflow#122055: a bounded size against a static one.
// 3, 3 -> 3
// 1, 3 -> 3
// 2, 3 -> refused
// 4, 3 -> refused
func.func @main(%arg0: tensor<?xf32, #stablehlo.bounds<4>>, %arg1: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
