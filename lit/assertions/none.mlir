// Nothing is checked: only sizes, shapes and broadcasts.
// RUN: bcast-lower --assertions=none %s | FileCheck %s --implicit-check-not=custom_call --implicit-check-not=compare
// RUN: bcast-lower --assertions=none --facts=off %s | FileCheck %s --check-prefix=OFF --implicit-check-not=custom_call --implicit-check-not=compare
// RUN: bcast-lower --assertions=none %s | bcast-lower --assertions=none | FileCheck %s

// [?] x [?] x [?, 4] => [2, 4]
// CHECK-LABEL: @no_kind_of_guard
func.func @no_kind_of_guard(%p: tensor<?x?xi1>, %a: tensor<?x?xf32>, %b: tensor<?x4xf32>) -> tensor<2x4xf32> {
  // CHECK-NEXT: %[[SHAPE:.*]] = stablehlo.constant dense<[2, 4]>
  // CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %arg0, %[[SHAPE]]
  // CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]]
  // CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %arg2, %[[SHAPE]]
  // CHECK-NEXT: stablehlo.select
  // CHECK-NEXT: return
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<?x?xi1>, tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// ([?] x [?]) x [?] => [?]
// Sizes that are assumed to be compatible are facts for later ops: `%b` broadcasts to the sum.
// Without facts, each op computes the maximum again.
// CHECK-LABEL: @assumed_to_fit
// OFF-LABEL: @assumed_to_fit
func.func @assumed_to_fit(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: stablehlo.maximum
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg0
  // CHECK-NEXT: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1
  // CHECK-NEXT: %[[SUM:.*]] = stablehlo.add
  // CHECK-NEXT: stablehlo.multiply %[[SUM]], %[[B]]
  // CHECK-NEXT: return
  // OFF-COUNT-2: stablehlo.maximum
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_multiply %0, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
