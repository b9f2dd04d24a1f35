// against-static-in-two-dims: Unknown sizes in the middle of a static shape, where one dim is a static 1.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From llvm/torch-mlir#2882: a dynamic size against a static one may also be 1.
// 1x4x2, 3x4x2 -> 3x4x2
// 1x4x2, 3x1x2 -> 3x4x2
// 1x4x2, 1x4x2 -> 1x4x2
// 1x4x2, 3x2x2 -> refused
func.func @main(%arg0: tensor<1x4x2xf32>, %arg1: tensor<?x?x2xf32>) -> tensor<?x4x2xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<1x4x2xf32>, tensor<?x?x2xf32>) -> tensor<?x4x2xf32>
  return %0 : tensor<?x4x2xf32>
}
