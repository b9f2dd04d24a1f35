// RUN: bcast-lower --target=xla %s | FileCheck %s --implicit-check-not='= chlo.' --implicit-check-not='"chlo.constant' --implicit-check-not='= tensor.' --implicit-check-not='= arith.'
// RUN: bcast-lower --target=xla --print-pipeline | FileCheck %s --check-prefix=PIPELINE
// RUN: bcast-lower --target=xla --zero-extents=reject --facts=off --print-pipeline | FileCheck %s --check-prefix=REJECT
// RUN: bcast-lower --print-pipeline | FileCheck %s --check-prefix=DEFAULT
// RUN: not bcast-lower --target=xla --cse %s 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: not bcast-lower --target=xla --verify-only %s 2>&1 | FileCheck %s --check-prefix=VERIFY

// PIPELINE: builtin.module(lower-broadcast{zero-extents=numpy},simplify-broadcasts,legalize-to-stablehlo{zero-extents=numpy})
// REJECT: builtin.module(lower-broadcast{facts=off},simplify-broadcasts,legalize-to-stablehlo)
// DEFAULT: builtin.module(lower-broadcast)
// PASSES: name the passes to run there
// VERIFY: nothing is lowered

// CHECK-LABEL: func.func @gelu
// CHECK: expected equal sizes, or one of them 1"
// CHECK: stablehlo.clamp
// CHECK: return
func.func @gelu(%x: tensor<?x4xf32>, %y: tensor<?x1xf32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_multiply %x, %y : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %1 = chlo.erf %0 : tensor<?x4xf32> -> tensor<?x4xf32>
  %2 = "chlo.constant_like"(%1) {value = 1.0 : f32} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %2, %c0 : tensor<?x4xf32>
  %c4 = arith.constant 4 : index
  %s = tensor.from_elements %n, %c4 : tensor<2xindex>
  %3 = stablehlo.dynamic_reshape %2, %s : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}
