// map-outer: The first operand is aligned to the first and the last dim.
// From CHLO's attribute: dim i of the operand of lower rank is dim broadcast_dimensions[i] of the result; strictly increasing, in range, one entry for each dim.
// 2x4, 2x3x4 -> 2x3x4
func.func @main(%arg0: tensor<2x4xf32>, %arg1: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64: 0, 2>} : (tensor<2x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
