// RUN: bcast-lower --pass-pipeline='builtin.module(guard-replaced-ops{assertions=cf})' %s | FileCheck %s --implicit-check-not=cf.assert
// RUN: bcast-lower --target=iree %s | FileCheck %s --check-prefix=IREE --implicit-check-not=cf.assert
// RUN: bcast-lower --target=iree --guard-sizes=off %s | FileCheck %s --check-prefix=OFF --implicit-check-not=cf.assert

// OFF: func.func

// What replaces the op is not guarded again.
// CHECK-LABEL: func.func @top_k
// CHECK: cf.assert %{{.*}}, "chlo.top_k: the size of operand #0 dim 0 does not fit; expected at least 5"
// CHECK-NEXT: chlo.top_k
// IREE-LABEL: func.func @top_k
// IREE: cf.assert %{{.*}}, "chlo.top_k: the size of operand #0 dim 0 does not fit; expected at least 5"
func.func @top_k(%x: tensor<?xf32>) -> (tensor<5xf32>, tensor<5xi32>) {
  %0:2 = chlo.top_k(%x, k = 5) : tensor<?xf32> -> (tensor<5xf32>, tensor<5xi32>)
  return %0#0, %0#1 : tensor<5xf32>, tensor<5xi32>
}

// CHECK-LABEL: func.func @einsum
// CHECK: cf.assert %{{.*}}, "stablehlo.einsum: the size of operand #0 dim 1 does not fit; expected the size of operand #1 dim 0"
// IREE-LABEL: func.func @einsum
// IREE: cf.assert %{{.*}}, "stablehlo.einsum: the size of operand #0 dim 1 does not fit; expected the size of operand #1 dim 0"
func.func @einsum(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}


// An op that nothing uses is removed, and one that is kept is for `guard-sizes`.
// CHECK-LABEL: func.func @others
// IREE-LABEL: func.func @others
// IREE: cf.assert %{{.*}}, "stablehlo.add: the size of operand #1 dim 0 does not fit; expected the size of operand #0 dim 0"
func.func @others(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = chlo.top_k(%x, k = 5) : tensor<?xf32> -> (tensor<5xf32>, tensor<5xi32>)
  %1 = stablehlo.add %x, %y : tensor<?xf32>
  return %1 : tensor<?xf32>
}
