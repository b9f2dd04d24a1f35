// two-vectors: Two vectors of unknown sizes fit if the sizes are equal, or one is 1. Their types are the same.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From StableHLO's op: a dim of the operand is 1 or of the result's size; otherwise the behaviour is undefined.
// From pytorch/xla#6219: implicit broadcasts of unknown sizes, 0 against 1 in its review, and sizes that are assumed to fit.
// From llvm/torch-mlir#240: sizes that are 1 only at run time are refused.
// From openxla/stablehlo#2866: a dynamic broadcast between equal types is a copy only if no size is expanded.
// 3, 3 -> 3
// 1, 3 -> 3
// 3, 1 -> 3
// 1, 1 -> 1
// 2, 3 -> refused
// 3, 2 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
