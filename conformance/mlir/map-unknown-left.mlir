// map-unknown-left: A vector of unknown size is aligned to the left of a matrix of unknown sizes.
// From CHLO's attribute: dim i of the operand of lower rank is dim broadcast_dimensions[i] of the result; strictly increasing, in range, one entry for each dim.
// 2x3, 2 -> 2x3
// 3x3, 3 -> 3x3
// 2x3, 1 -> 2x3
// 1x3, 2 -> 2x3
// 2x3, 3 -> refused
func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64: 0>} : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
