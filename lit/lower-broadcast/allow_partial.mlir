// With allow-partial, a valid op that cannot be lowered stays, with a remark that gives the
// reason; all other ops are lowered.
// RUN: bcast-lower --split-input-file --verify-diagnostics --allow-partial=on --allow-unregistered-dialect %s | FileCheck %s
// RUN: bcast-lower --split-input-file --allow-partial=on --allow-unregistered-dialect %s -o %t.once 2>/dev/null
// RUN: bcast-lower --split-input-file --allow-partial=on --allow-unregistered-dialect %t.once -o %t.twice 2>/dev/null
// RUN: diff %t.once %t.twice

// [2] x [3, 2] => [3, 2], and [*] x [3, 2] => [*]
// CHECK-LABEL: func @only_one_stays
// CHECK-SAME: %[[U:.*]]: tensor<*xf32>, %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<3x2xf32>
func.func @only_one_stays(%u: tensor<*xf32>, %a: tensor<2xf32>, %b: tensor<3x2xf32>) -> tensor<*xf32> {
  // CHECK-NEXT: %[[BCAST:.*]] = stablehlo.broadcast_in_dim %[[A]], dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
  // CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[BCAST]], %[[B]] : tensor<3x2xf32>
  %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  // CHECK-NEXT: %[[STAYS:.*]] = chlo.broadcast_multiply %[[U]], %[[SUM]] : (tensor<*xf32>, tensor<3x2xf32>) -> tensor<*xf32>
  // expected-remark @+1 {{'chlo.broadcast_multiply' op cannot be lowered: operand #0 has type 'tensor<*xf32>' of unknown rank; give the arguments' shapes first, as with --shapes}}
  %1 = chlo.broadcast_multiply %u, %0 : (tensor<*xf32>, tensor<3x2xf32>) -> tensor<*xf32>
  // CHECK-NEXT: return %[[STAYS]]
  return %1 : tensor<*xf32>
}

// -----

// An op that stays gives no facts about its result's sizes, so the guard is needed.
// CHECK-LABEL: func @remaining_ops_give_no_facts
func.func @remaining_ops_give_no_facts(%a: tensor<?xf32, "layout">, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[STAYS:.*]] = chlo.broadcast_add
  // expected-remark @+1 {{'chlo.broadcast_add' op cannot be lowered: operand #0 has type 'tensor<?xf32, "layout">', and what its encoding means for a broadcast is not known; remove the encoding first}}
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32, "layout">, tensor<?xf32>) -> tensor<?xf32>
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK: stablehlo.subtract
  %1 = chlo.broadcast_subtract %0, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
