// map-scalar: The attribute of a tensor of rank 0 is empty.
// From CHLO's attribute: dim i of the operand of lower rank is dim broadcast_dimensions[i] of the result; strictly increasing, in range, one entry for each dim.
// 3x2, () -> 3x2
// 0x2, () -> 0x2
func.func @main(%arg0: tensor<?x2xf32>, %arg1: tensor<f32>) -> tensor<?x2xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64>} : (tensor<?x2xf32>, tensor<f32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
