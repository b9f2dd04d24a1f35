// mismatch-beside-unknown: Static sizes that do not fit are an error whatever the unknown ones are.
// From MLIR's trait Broadcastable: the operands are broadcast-compatible.
// 1x2, 1x3 -> refused
// 0x2, 0x3 -> refused
func.func @main(%arg0: tensor<?x2xf32>, %arg1: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x2xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
