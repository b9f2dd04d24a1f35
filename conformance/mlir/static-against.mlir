// static-against: A static 3 against an unknown size, with a result of unknown size.
// From NumPy's general broadcasting rules: align to the right; sizes are equal, or one is 1.
// From apache/tvm#20218, review: a symbolic size of 1 against a static size was read as if it were not repeated.
// From llvm/torch-mlir#2882: a dynamic size against a static one may also be 1.
// 3, 3 -> 3
// 3, 1 -> 3
// 3, 2 -> refused
// 3, 6 -> refused
// 3, 0 -> refused
func.func @main(%arg0: tensor<3xf32>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<3xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
