// `shape.cstr_require`, and `shape.assuming` around the ops that rely on it.
// RUN: bcast-lower --assertions=shape %s | FileCheck %s --check-prefixes=CHECK,FACTS --implicit-check-not=custom_call
// RUN: bcast-lower --assertions=shape --facts=off %s | FileCheck %s
// RUN: bcast-lower --assertions=shape %s | bcast-lower --assertions=shape | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module(lower-broadcast{assertions=shape},canonicalize,cse)' %s | FileCheck %s --check-prefix=CANONICAL
// RUN: bcast-lower --pass-pipeline='builtin.module(lower-broadcast{assertions=shape},func.func(convert-shape-constraints,canonicalize))' %s | FileCheck %s --check-prefix=CF --implicit-check-not=shape.

// [?] x [?] => [?]
// Sizes are outside the region, the broadcasts and the target op inside.
// CHECK-LABEL: @one_guard
// CANONICAL-LABEL: @one_guard
// CF-LABEL: @one_guard
func.func @one_guard(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[MAX:.*]] = stablehlo.maximum
  // CHECK: %[[OR:.*]] = stablehlo.or
  // CHECK-NEXT: %[[OK:.*]] = tensor.extract %[[OR]][] : tensor<i1>
  // CHECK-NEXT: %[[WITNESS:.*]] = shape.cstr_require %[[OK]], "chlo.broadcast_add: the sizes of operand #0 dim 0 and operand #1 dim 0 do not fit; expected equal sizes, or 1 and a size of at least 1"
  // CHECK-NEXT: %[[SHAPE:.*]] = stablehlo.reshape %[[MAX]]
  // CHECK-NEXT: %[[RESULT:.*]] = shape.assuming %[[WITNESS]] -> (tensor<?xf32>) {
  // CHECK-NEXT: %[[X:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, %[[SHAPE]]
  // CHECK-NEXT: %[[Y:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]]
  // CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[X]], %[[Y]]
  // CHECK-NEXT: shape.assuming_yield %[[SUM]] : tensor<?xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[RESULT]]
  // CANONICAL: shape.cstr_require
  // CANONICAL: shape.assuming
  // CF: cf.assert
  // CF: stablehlo.add
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// [?, ?] x [?, 4] => [?, 4]
// One region for all guards of an op.
// CHECK-LABEL: @two_guards
func.func @two_guards(%a: tensor<?x?xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: %[[FIRST:.*]] = shape.cstr_require %{{.*}}, "chlo.broadcast_add: the sizes of operand #0 dim 0
  // CHECK: %[[SECOND:.*]] = shape.cstr_require %{{.*}}, "chlo.broadcast_add: the size of operand #0 dim 1 does not fit operand #1 dim 1, which has size 4; expected 4 or 1"
  // CHECK: %[[BOTH:.*]] = shape.assuming_all %[[FIRST]], %[[SECOND]]
  // CHECK-NEXT: shape.assuming %[[BOTH]] -> (tensor<?x4xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// [?] x [?] => [?], twice
// The witness and the sizes are reused. Broadcasts are not: those of the first op are in its
// region.
// CHECK-LABEL: @witness_used_again
func.func @witness_used_again(%a: tensor<?xf32>, %b: tensor<?xf32>, %condition: i1) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[WITNESS:.*]] = shape.cstr_require
  // CHECK-NEXT: %[[SHAPE:.*]] = stablehlo.reshape
  // CHECK-NEXT: shape.assuming %[[WITNESS]]
  // CHECK: stablehlo.add
  // CHECK: shape.assuming_yield
  // CHECK: scf.if
  // CHECK-NEXT: shape.assuming %[[WITNESS]]
  // CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]]
  // CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %arg0, %[[SHAPE]]
  // CHECK-NEXT: stablehlo.multiply
  // CHECK-NOT: shape.cstr_require
  // CHECK: return
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = scf.if %condition -> (tensor<?xf32>) {
    %2 = chlo.broadcast_multiply %b, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  } else {
    scf.yield %0 : tensor<?xf32>
  }
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// ([?] x [?]) x [?] => [?]
// The condition of a witness is a fact only for ops that use the witness, so that no op that
// relies on it can be moved away from its check. The result's sizes are known.
// CHECK-LABEL: @chain
func.func @chain(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[A_B:.*]] = shape.cstr_require
  // CHECK: %[[SUM:.*]] = shape.assuming %[[A_B]]
  // CHECK: %[[SUM_C:.*]] = shape.cstr_require
  // CHECK: %[[PRODUCT:.*]] = shape.assuming %[[SUM_C]]
  // CHECK: stablehlo.dynamic_broadcast_in_dim %[[SUM]]
  // CHECK: return %[[PRODUCT]]
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_multiply %0, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// [?] x [] => [?]
// CHECK-LABEL: @nothing_to_check
func.func @nothing_to_check(%a: tensor<?xf32>, %b: tensor<f32>) -> tensor<?xf32> {
  // CHECK-NOT: shape.
  // CHECK: return
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// [?] x [1] => [<=2], then [<=2] x [?] => [?]
// The bound belongs to the value that uses the witness, so the size is read from that value.
// CHECK-LABEL: @guarded_bound
func.func @guarded_bound(%a: tensor<?xf32>, %b: tensor<1xf32>) -> tensor<?xf32> {
  // CHECK: %[[WITHIN:.*]] = shape.cstr_require %{{.*}} at most 2, which is declared"
  // CHECK: %[[SUM:.*]] = shape.assuming %[[WITHIN]]
  // CHECK: stablehlo.get_dimension_size %[[SUM]], dim = 0
  // CHECK: return
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32, #stablehlo.bounds<2>>
  %1 = chlo.broadcast_multiply %0, %a : (tensor<?xf32, #stablehlo.bounds<2>>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// ([s0] x [s1]) x ([s0] x [s1]): both sums have the size that one value computes.
// CHECK-LABEL: @same_sizes
func.func @same_sizes(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-COUNT-2: shape.assuming
  // FACTS: stablehlo.multiply %{{.*}}, %{{.*}} : tensor<?xf32>
  // FACTS-NEXT: return
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_subtract %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_multiply %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
