// RUN: not bcast-lower --target=iree --allow-unregistered-dialect %s 2>&1 | FileCheck %s
// RUN: not bcast-lower --pass-pipeline='builtin.module(inline)' --allow-unregistered-dialect %s 2>&1 | FileCheck %s
// RUN: not bcast-lower explain --target=iree --allow-unregistered-dialect %s 2>&1 | FileCheck %s

// MLIR's inliner crashes on an op that may hold functions.
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: inline_around_unknown_ops.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'onnx.Loop' op cannot be inlined around
  %0 = "onnx.Loop"(%x) ({
    "onnx.Yield"(%x) : (tensor<?xf32>) -> ()
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
