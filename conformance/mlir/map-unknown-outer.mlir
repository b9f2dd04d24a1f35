// map-unknown-outer: A matrix of unknown sizes is aligned to the first and the last of three dims, one of them static.
// From CHLO's attribute: dim i of the operand of lower rank is dim broadcast_dimensions[i] of the result; strictly increasing, in range, one entry for each dim.
// 2x3x2, 2x2 -> 2x3x2
// 2x3x2, 1x2 -> 2x3x2
// 2x3x1, 2x4 -> 2x3x4
// 2x3x4, 2x3 -> refused
// 2x3x4, 3x4 -> refused
func.func @main(%arg0: tensor<?x3x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x3x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64: 0, 2>} : (tensor<?x3x?xf32>, tensor<?x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}
