// RUN: bcast-lower --assertions=shape %s | FileCheck %s

// The second op does not depend on the first op's witness, so it cannot use the size that this
// witness makes 4: its check compares with 4 itself.
// CHECK-LABEL: @declared_sizes_stay_with_their_witness
// CHECK-SAME: (%[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>, %[[C:.*]]: tensor<?xf32>, %[[D:.*]]: tensor<?xf32>)
func.func @declared_sizes_stay_with_their_witness(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>, %d: tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.get_dimension_size %c, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare EQ, %n, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: shape_assertion
  stablehlo.custom_call @shape_assertion(%p) {api_version = 2 : i32, error_message = "", has_side_effect = true} : (tensor<i1>) -> ()
  // CHECK: %[[JOIN:.*]] = stablehlo.maximum
  // CHECK: %[[FOUR:.*]] = stablehlo.constant dense<4> : tensor<i32>
  // CHECK: stablehlo.compare EQ, %[[JOIN]], %[[FOUR]]
  // CHECK: %[[SUM:.*]] = shape.assuming
  // CHECK: stablehlo.add {{.*}} : tensor<4xf32>
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>
  // CHECK-NOT: %[[JOIN]]
  // CHECK: %[[SIZE:.*]] = stablehlo.get_dimension_size %[[D]], dim = 0
  // CHECK-NEXT: stablehlo.compare EQ, %[[SIZE]], %[[FOUR]]
  // CHECK-NOT: %[[JOIN]]
  // CHECK: stablehlo.multiply
  %1 = chlo.broadcast_multiply %c, %d : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK-NOT: %[[JOIN]]
  // CHECK: return
  return %0, %1 : tensor<4xf32>, tensor<?xf32>
}
