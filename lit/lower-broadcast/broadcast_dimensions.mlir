// `broadcast_dimensions` maps the dims of the lower-rank operand.
// RUN: bcast-lower %s | FileCheck %s

// [3] x [3, 4] => [3, 4], dim 0 to dim 0
// CHECK-LABEL: @left_aligned
func.func @left_aligned(%a: tensor<3xf32>, %b: tensor<3x4xf32>) -> tensor<3x4xf32> {
  // CHECK-NEXT: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<3xf32>) -> tensor<3x4xf32>
  // CHECK-NEXT: stablehlo.add %[[A]], %arg1 : tensor<3x4xf32>
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// [?, ?, ?, ?] x [?, ?] => [?, ?, ?, ?], dims 0 and 1 to dims 0 and 2
// CHECK-LABEL: @spread_out
func.func @spread_out(%a: tensor<?x?x?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: operand #0 dim 0 has size {0}, operand #1 dim 0 has size {1}
  // CHECK: operand #0 dim 2 has size {0}, operand #1 dim 1 has size {1}
  // CHECK-NOT: @shape_assertion
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg0, %{{.*}}, dims = [0, 1, 2, 3] {known_nonexpanding_dimensions = array<i64: 1, 3>} :
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg1, %{{.*}}, dims = [0, 2] : (tensor<?x?xf32>, tensor<4xi32>) -> tensor<?x?x?x?xf32>
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0, 2>} : (tensor<?x?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// [] x [?, 2] => [?, 2], no dims to map
// CHECK-LABEL: @scalar
func.func @scalar(%a: tensor<f32>, %b: tensor<?x2xf32>) -> tensor<?x2xf32> {
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg0, %{{.*}}, dims = []
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64>} : (tensor<f32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// [2, 3] x [2, 3] => [2, 3]: with equal ranks, the identity
// CHECK-LABEL: @identity
func.func @identity(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: stablehlo.add %arg0, %arg1 : tensor<2x3xf32>
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
