// map-decreasing: Entries in another order do not transpose.
// From CHLO's attribute: dim i of the operand of lower rank is dim broadcast_dimensions[i] of the result; strictly increasing, in range, one entry for each dim.
// 2x2x2, 2x2 -> refused
func.func @main(%arg0: tensor<2x2x2xf32>, %arg1: tensor<2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64: 2, 1>} : (tensor<2x2x2xf32>, tensor<2x2xf32>) -> tensor<2x2x2xf32>
  return %0 : tensor<2x2x2xf32>
}
