// `cf.assert` on the element of each guard.
// RUN: bcast-lower --assertions=cf %s | FileCheck %s --implicit-check-not=custom_call
// RUN: bcast-lower --assertions=cf %s | bcast-lower --assertions=cf | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module(lower-broadcast{assertions=cf},canonicalize,cse)' %s | FileCheck %s --check-prefix=UPSTREAM

// [?] x [?] => [?]
// CHECK-LABEL: @assertion_before_dependent_ops
// UPSTREAM-LABEL: @assertion_before_dependent_ops
func.func @assertion_before_dependent_ops(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[OR:.*]] = stablehlo.or
  // CHECK-NEXT: %[[OK:.*]] = tensor.extract %[[OR]][] : tensor<i1>
  // CHECK-NEXT: cf.assert %[[OK]], "chlo.broadcast_add: the sizes of operand #0 dim 0 and operand #1 dim 0 do not fit; expected equal sizes, or 1 and a size of at least 1"
  // CHECK-NEXT: stablehlo.reshape
  // CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim
  // UPSTREAM: cf.assert
  // UPSTREAM: stablehlo.dynamic_broadcast_in_dim
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// [?] x [?] => [?], twice, and once more with the result
// The fact that an assertion establishes holds after it.
// CHECK-LABEL: @asserted_once
func.func @asserted_once(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-COUNT-1: cf.assert
  // CHECK-NOT: cf.assert
  // CHECK: return
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_multiply %b, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_subtract %0, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = stablehlo.add %1, %2 : tensor<?xf32>
  return %3 : tensor<?xf32>
}

// Each branch has its own assertions: those of one branch do not hold in the other.
// CHECK-LABEL: @branches
func.func @branches(%a: tensor<?xf32>, %b: tensor<?xf32>, %condition: i1) -> tensor<?xf32> {
  // CHECK: scf.if
  // CHECK: cf.assert
  // CHECK: else
  // CHECK: cf.assert
  // CHECK: return
  %0 = scf.if %condition -> (tensor<?xf32>) {
    %1 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    %1 = chlo.broadcast_subtract %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// [?] x [] => [?]
// CHECK-LABEL: @nothing_to_check
func.func @nothing_to_check(%a: tensor<?xf32>, %b: tensor<f32>) -> tensor<?xf32> {
  // CHECK-NOT: cf.assert
  // CHECK: return
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
