// RUN: not bcast-lower explain %s 2>&1 | FileCheck %s

func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: not_utf8.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'func.call' op 'caf{{.*}}' does not reference a valid function
  %0 = func.call @"caf\E9"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
