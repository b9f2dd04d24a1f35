// map-identity: With equal ranks, the identity is accepted.
// From XLA's shape inference: with equal ranks, broadcast_dimensions is absent or the identity.
// 2x1, 1x3 -> 2x3
func.func @main(%arg0: tensor<?x1xf32>, %arg1: tensor<1x3xf32>) -> tensor<?x3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64: 0, 1>} : (tensor<?x1xf32>, tensor<1x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
