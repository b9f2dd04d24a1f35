// two-matrices-zero: Size 0 in one dim does not excuse the other dim.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From robertknight/rten#1369: 0 against 1 gave the maximum, 1.
// 0x3, 0x3 -> 0x3
// 0x3, 0x1 -> 0x3
// 0x3, 1x3 -> 0x3 (may be refused: zero-against-one)
// 0x3, 0x2 -> refused
// 2x0, 3x0 -> refused
func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
