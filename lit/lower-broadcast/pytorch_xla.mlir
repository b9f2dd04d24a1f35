// The two example programs of pytorch/xla's change on implicit broadcasting with unbounded
// dynamic dims.
// RUN: bcast-lower %s | FileCheck %s --check-prefixes=CHECK,ASSERT
// RUN: bcast-lower --assertions=none %s | FileCheck %s

// [10, ?] x [] => [10, ?]
// The tensor determines the shape, so only the scalar is broadcast.
// CHECK-LABEL: func.func @tensor_times_scalar(
// CHECK-SAME:    %[[TENSOR:.*]]: tensor<10x?xf32>, %[[SCALAR:.*]]: tensor<f32>)
func.func @tensor_times_scalar(%tensor: tensor<10x?xf32>, %scalar: tensor<f32>) -> tensor<10x?xf32> {
  // CHECK-NEXT: %[[STATIC:.*]] = stablehlo.constant dense<10> : tensor<1xi32>
  // CHECK-NEXT: %[[SIZE:.*]] = stablehlo.get_dimension_size %[[TENSOR]], dim = 1 : (tensor<10x?xf32>) -> tensor<i32>
  // CHECK-NEXT: %[[DYNAMIC:.*]] = stablehlo.reshape %[[SIZE]] : (tensor<i32>) -> tensor<1xi32>
  // CHECK-NEXT: %[[SHAPE:.*]] = stablehlo.concatenate %[[STATIC]], %[[DYNAMIC]], dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  // CHECK-NEXT: %[[BROADCAST:.*]] = stablehlo.dynamic_broadcast_in_dim %[[SCALAR]], %[[SHAPE]], dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<10x?xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.multiply %[[TENSOR]], %[[BROADCAST]] : tensor<10x?xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_multiply %tensor, %scalar : (tensor<10x?xf32>, tensor<f32>) -> tensor<10x?xf32>
  return %0 : tensor<10x?xf32>
}

// [?] x [?] => [?]
// First the assertion, then the broadcast sequence; without assertions, as in that
// change, the sequence alone.
// CHECK-LABEL: func.func @same_rank(
// CHECK-SAME:    %[[LHS:.*]]: tensor<?xf32>, %[[RHS:.*]]: tensor<?xf32>)
func.func @same_rank(%lhs: tensor<?xf32>, %rhs: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: %[[A:.*]] = stablehlo.get_dimension_size %[[LHS]], dim = 0
  // CHECK-NEXT: %[[B:.*]] = stablehlo.get_dimension_size %[[RHS]], dim = 0
  // CHECK-NEXT: %[[MAX:.*]] = stablehlo.maximum %[[A]], %[[B]] : tensor<i32>
  // ASSERT-NEXT: %[[MIN:.*]] = stablehlo.minimum %[[A]], %[[B]] : tensor<i32>
  // ASSERT-NEXT: %[[EQUAL:.*]] = stablehlo.compare {{ *}}EQ, %[[MIN]], %[[MAX]]
  // ASSERT-NEXT: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<i32>
  // ASSERT-NEXT: %[[IS_ONE:.*]] = stablehlo.compare {{ *}}EQ, %[[MIN]], %[[ONE]]
  // ASSERT-NEXT: %[[OK:.*]] = stablehlo.or %[[EQUAL]], %[[IS_ONE]] : tensor<i1>
  // ASSERT-NEXT: stablehlo.custom_call @shape_assertion(%[[OK]], %[[A]], %[[B]]) {api_version = 2 : i32, error_message = "chlo.broadcast_add: operand #0 dim 0 has size {0}, operand #1 dim 0 has size {1}; expected equal sizes, or 1 and a size of at least 1", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  // CHECK-NEXT: %[[SHAPE:.*]] = stablehlo.reshape %[[MAX]] : (tensor<i32>) -> tensor<1xi32>
  // CHECK-NEXT: %[[X:.*]] = stablehlo.dynamic_broadcast_in_dim %[[LHS]], %[[SHAPE]], dims = [0]
  // CHECK-NEXT: %[[Y:.*]] = stablehlo.dynamic_broadcast_in_dim %[[RHS]], %[[SHAPE]], dims = [0]
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.add %[[X]], %[[Y]] : tensor<?xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_add %lhs, %rhs : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
