// map-right: The attribute may state the alignment to the right.
// From CHLO's attribute: dim i of the operand of lower rank is dim broadcast_dimensions[i] of the result; strictly increasing, in range, one entry for each dim.
// 2x3, 3 -> 2x3
func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
