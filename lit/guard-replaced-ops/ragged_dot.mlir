// RUN: bcast-lower --pass-pipeline='builtin.module(guard-replaced-ops{assertions=cf})' %s | FileCheck %s --implicit-check-not=cf.assert
// The prover does not follow what IREE gets for it.
// RUN: bcast-lower --target=iree -o %t %s && FileCheck %s --check-prefix=LOWERED --implicit-check-not=cf.assert --input-file=%t

// CHECK-LABEL: func.func @ragged_dot
// CHECK: cf.assert %{{.*}}, "chlo.ragged_dot: the size of operand #0 dim 1 does not fit; expected the size of operand #1 dim 1"
// CHECK: cf.assert %{{.*}}, "chlo.ragged_dot: the size of operand #1 dim 0 does not fit; expected the size of operand #2 dim 0"
// LOWERED-LABEL: func.func @ragged_dot
// LOWERED: cf.assert %{{.*}}, "chlo.ragged_dot: the size of operand #0 dim 1 does not fit; expected the size of operand #1 dim 1"
// LOWERED: cf.assert %{{.*}}, "chlo.ragged_dot: the size of operand #1 dim 0 does not fit; expected the size of operand #2 dim 0"
func.func @ragged_dot(%x: tensor<?x?xf32>, %y: tensor<?x?x?xf32>, %groups: tensor<?xi32>) -> tensor<?x?xf32> {
  %0 = "chlo.ragged_dot"(%x, %y, %groups) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
