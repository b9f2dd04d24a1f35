// map-unknown-middle: A vector of unknown size is aligned to the middle of three dims.
// From CHLO's attribute: dim i of the operand of lower rank is dim broadcast_dimensions[i] of the result; strictly increasing, in range, one entry for each dim.
// 2, 2x2x2 -> 2x2x2
// 3, 2x1x2 -> 2x3x2
// 1, 2x3x2 -> 2x3x2
// 2, 2x3x2 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
