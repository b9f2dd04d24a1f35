// The target op gets the declared result type, whether it is less or more specific than the
// inferred one.
// RUN: bcast-lower %s | FileCheck %s

// [4] x [4] => [4], declared [?]
// CHECK-LABEL: @less_specific
func.func @less_specific(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: stablehlo.add %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  // CHECK-NEXT: return
  %0 = chlo.broadcast_add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// [?] x [1] => [?], declared [4]
// The guard makes the size known: the broadcast is static.
// CHECK-LABEL: @more_specific
func.func @more_specific(%a: tensor<?xf32>, %b: tensor<1xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[SIZE:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
  // CHECK-NEXT: %[[FOUR:.*]] = stablehlo.constant dense<4> : tensor<i32>
  // CHECK-NEXT: %[[OK:.*]] = stablehlo.compare {{ *}}EQ, %[[SIZE]], %[[FOUR]]
  // CHECK-NEXT: stablehlo.custom_call @shape_assertion(%[[OK]], %[[SIZE]]) {{.*}}"chlo.broadcast_add: the operands broadcast to size {0} in result dim 0, which is declared as 4"
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<1xf32>) -> tensor<4xf32>
  // CHECK-NEXT: stablehlo.add %arg0, %[[B]] : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: return
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// [?] x [?] => [?], declared [4]
// CHECK-LABEL: @more_specific_than_a_join
func.func @more_specific_than_a_join(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<4xf32> {
  // CHECK: %[[MAX:.*]] = stablehlo.maximum
  // CHECK: stablehlo.custom_call @shape_assertion{{.*}}expected equal sizes
  // CHECK: %[[FOUR:.*]] = stablehlo.constant dense<4> : tensor<i32>
  // CHECK: %[[OK:.*]] = stablehlo.compare {{ *}}EQ, %[[MAX]], %[[FOUR]]
  // CHECK: stablehlo.custom_call @shape_assertion(%[[OK]], %[[MAX]]) {{.*}}declared as 4
  // CHECK: %[[SHAPE:.*]] = stablehlo.constant dense<4> : tensor<1xi32>
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg0, %[[SHAPE]], dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<4xf32>
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]], dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<4xf32>
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
