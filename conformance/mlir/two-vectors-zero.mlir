// two-vectors-zero: Size 0 of run time: equal, against 1, against a larger one.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From robertknight/rten#1369: 0 against 1 gave the maximum, 1.
// From pytorch/xla#6219: implicit broadcasts of unknown sizes, 0 against 1 in its review, and sizes that are assumed to fit.
// 0, 0 -> 0
// 0, 1 -> 0 (may be refused: zero-against-one)
// 1, 0 -> 0 (may be refused: zero-against-one)
// 0, 3 -> refused
// 3, 0 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
