// map-equal-ranks: With equal ranks, a transposition is refused.
// From XLA's shape inference: with equal ranks, broadcast_dimensions is absent or the identity.
// 2x2, 2x2 -> refused
func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64: 1, 0>} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
