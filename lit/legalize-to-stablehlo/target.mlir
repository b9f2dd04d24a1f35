// RUN: bcast-lower --target=xla %s | FileCheck %s --implicit-check-not='= chlo.' --implicit-check-not='"chlo.constant' --implicit-check-not='= tensor.' --implicit-check-not='= arith.'
// RUN: bcast-lower --target=xla --print-pipeline | FileCheck %s --check-prefix=PIPELINE
// RUN: bcast-lower --target=xla --zero-extents=reject --facts=off --print-pipeline | FileCheck %s --check-prefix=REJECT
// RUN: bcast-lower --print-pipeline | FileCheck %s --check-prefix=DEFAULT
// RUN: not bcast-lower --target=xla --cse %s 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: not bcast-lower --target=xla --verify-only %s 2>&1 | FileCheck %s --check-prefix=VERIFY

// PIPELINE: builtin.module(lower-broadcast{zero-extents=numpy},call-dynamic-decompositions,simplify-broadcasts,legalize-to-stablehlo{zero-extents=numpy},simplify-broadcasts,legalize-to-stablehlo{zero-extents=numpy},remove-unused-ops,remark-unknown-sizes)
// REJECT: builtin.module(lower-broadcast{facts=off},call-dynamic-decompositions,simplify-broadcasts,legalize-to-stablehlo,simplify-broadcasts,legalize-to-stablehlo,remove-unused-ops,remark-unknown-sizes)
// DEFAULT: builtin.module(lower-broadcast)
// PASSES: name the passes to run there
// VERIFY: nothing is lowered

// CHECK-LABEL: func.func @gelu
// CHECK: expected equal sizes, or one of them 1"
// CHECK: stablehlo.clamp
// CHECK: return
func.func @gelu(%x: tensor<?x4xf32>, %y: tensor<?x1xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %0 = chlo.broadcast_multiply %x, %y : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %1 = chlo.erf %0 : tensor<?x4xf32> -> tensor<?x4xf32>
  %2 = "chlo.constant_like"(%1) {value = 1.0 : f32} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %2, %c0 : tensor<?x4xf32>
  %c4 = arith.constant 4 : index
  %s = tensor.from_elements %n, %c4 : tensor<2xindex>
  %3 = stablehlo.dynamic_reshape %2, %s : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  return %1, %3 : tensor<?x4xf32>, tensor<?x4xf32>
}

// A range's length as TensorFlow computes it, before any of its ops is one of StableHLO.
// CHECK-LABEL: func.func @range
// CHECK-NOT: f64
// CHECK: %[[N:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK-NEXT: %[[S:.*]] = stablehlo.reshape %[[N]] : (tensor<i32>) -> tensor<1xi32>
// CHECK-NEXT: %[[I:.*]] = stablehlo.dynamic_iota %[[S]], dim = 0
// CHECK-NEXT: return %[[I]]
func.func @range(%x: tensor<?xf32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %i = arith.index_cast %n : index to i64
  %f = arith.sitofp %i : i64 to f64
  %one = arith.constant 1.0 : f64
  %q = arith.divf %f, %one : f64
  %r = math.ceil %q : f64
  %k = arith.fptosi %r : f64 to i64
  %m = arith.index_cast %k : i64 to index
  %s = tensor.from_elements %m : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
