// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s > %t
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %t | diff %t -

// The dims are put in order first; what is known of them goes with them.
// CHECK-LABEL: func.func @permuted(
// CHECK: %[[SORTED:.*]] = stablehlo.transpose %arg0, dims = [1, 2, 0] : (tensor<?x?x1xf32>) -> tensor<?x1x?xf32>
// CHECK: stablehlo.dynamic_broadcast_in_dim %[[SORTED]], %arg1, dims = [0, 1, 3] {known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0, 2>}
// CHECK-LABEL: func.func @sorted(
// CHECK-NOT: stablehlo.transpose
func.func @permuted(%x: tensor<?x?x1xf32>, %shape: tensor<4xi32>) -> tensor<?x?x?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [3, 0, 1] {known_nonexpanding_dimensions = array<i64: 0, 1>} : (tensor<?x?x1xf32>, tensor<4xi32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
func.func @sorted(%x: tensor<?x?xf32>, %shape: tensor<3xi32>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0, 2] {known_nonexpanding_dimensions = array<i64: 0, 1>} : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// Also where it is open whether a dim is repeated: by a branch, or at each element's position.
// CHECK-LABEL: func.func @branch(
// CHECK: scf.if
// CHECK: scf.if
// CHECK: %[[SORTED:.*]] = stablehlo.transpose %{{.*}}, dims = [1, 0]
// CHECK: stablehlo.dynamic_broadcast_in_dim %[[SORTED]], %arg1, dims = [0, 1]
// CHECK-LABEL: func.func @indexed(
// CHECK-NOT: stablehlo.transpose
// CHECK: %[[ROW:.*]] = linalg.index 0
// CHECK: %[[COLUMN:.*]] = linalg.index 1
// CHECK: tensor.extract %arg0[%[[COLUMN]], %{{.*}}]
func.func @branch(%x: tensor<?x?xf32>, %shape: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 0] : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @indexed(%x: tensor<4x?xf32>, %shape: tensor<2xi32>) -> tensor<?x4xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 0] : (tensor<4x?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// A product over no dims, and one over one element, of batches.
// CHECK-LABEL: func.func @products(
// CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, %{{.*}}, dims = [0, 1, 2] {known_nonexpanding_dimensions = array<i64: 0, 1, 2>}
// CHECK: %[[SORTED:.*]] = stablehlo.transpose %arg1, dims = [1, 0]
// CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %[[SORTED]], %{{.*}}, dims = [0, 3] {known_nonexpanding_dimensions = array<i64: 0, 1>}
// CHECK: stablehlo.multiply %[[A]], %[[B]] : tensor<?x3x?x?xf32>
// CHECK: stablehlo.multiply %{{.*}} : tensor<?x4x5xf32>
// CHECK: stablehlo.dot_general
func.func @products(%x: tensor<?x3x?xf32>, %y: tensor<?x?xf32>, %v: tensor<?x4x1xf32>, %w: tensor<?x1x5xf32>) -> (tensor<?x3x?x?xf32>, tensor<?x4x5xf32>, tensor<?x4x4xf32>) {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [1], contracting_dims = [] x [] : (tensor<?x3x?xf32>, tensor<?x?xf32>) -> tensor<?x3x?x?xf32>
  %1 = stablehlo.dot_general %v, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x4x1xf32>, tensor<?x1x5xf32>) -> tensor<?x4x5xf32>
  %2 = stablehlo.dot_general %1, %1, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<?x4x5xf32>, tensor<?x4x5xf32>) -> tensor<?x4x4xf32>
  return %0, %1, %2 : tensor<?x3x?x?xf32>, tensor<?x4x5xf32>, tensor<?x4x4xf32>
}
