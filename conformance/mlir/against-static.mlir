// against-static: An unknown size against a static 3 is 3 or 1.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From apache/tvm#20218, review: a symbolic size of 1 against a static size was read as if it were not repeated.
// From llvm/torch-mlir#2882: a dynamic size against a static one may also be 1.
// 3, 3 -> 3
// 1, 3 -> 3
// 2, 3 -> refused
// 4, 3 -> refused
// 0, 3 -> refused
func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
