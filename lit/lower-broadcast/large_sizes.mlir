// Sizes are `i32`, as `get_dimension_size` returns them, and `i64` if a static size requires
// it.
// RUN: bcast-lower %s | FileCheck %s

// [?, 1] x [3000000000] => [?, 3000000000]
// CHECK-LABEL: @shape_operand
func.func @shape_operand(%a: tensor<?x1xi8>, %b: tensor<3000000000xi8>) -> tensor<?x3000000000xi8> {
  // CHECK-NEXT: %[[SIZE:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
  // CHECK-NEXT: %[[WIDE:.*]] = stablehlo.convert %[[SIZE]] : (tensor<i32>) -> tensor<i64>
  // CHECK-NEXT: %[[A:.*]] = stablehlo.reshape %[[WIDE]] : (tensor<i64>) -> tensor<1xi64>
  // CHECK-NEXT: %[[B:.*]] = stablehlo.constant dense<3000000000> : tensor<1xi64>
  // CHECK-NEXT: stablehlo.concatenate %[[A]], %[[B]], dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %0 = chlo.broadcast_and %a, %b : (tensor<?x1xi8>, tensor<3000000000xi8>) -> tensor<?x3000000000xi8>
  return %0 : tensor<?x3000000000xi8>
}

// [?] x [3000000000] => [3000000000]
// CHECK-LABEL: @guard
func.func @guard(%a: tensor<?xi8>, %b: tensor<3000000000xi8>) -> tensor<3000000000xi8> {
  // CHECK-NEXT: %[[SIZE:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
  // CHECK-NEXT: %[[WIDE:.*]] = stablehlo.convert %[[SIZE]] : (tensor<i32>) -> tensor<i64>
  // CHECK-NEXT: %[[B:.*]] = stablehlo.constant dense<3000000000> : tensor<i64>
  // CHECK-NEXT: stablehlo.compare {{ *}}EQ, %[[WIDE]], %[[B]] : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %0 = chlo.broadcast_and %a, %b : (tensor<?xi8>, tensor<3000000000xi8>) -> tensor<3000000000xi8>
  return %0 : tensor<3000000000xi8>
}
