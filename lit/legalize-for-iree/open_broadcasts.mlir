// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize)' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize)' %s > %t
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize)' %t | diff %t -

// Each element is read at its position, or at the last one. The read at the first position keeps IREE
// from making one loop of all dims.
// CHECK-DAG: #[[$FIRST:.*]] = affine_map<(d0, d1, d2) -> (0, 0, d2)>
// CHECK-DAG: #[[$ALL:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// CHECK-LABEL: func.func @two_dims(
// CHECK-SAME: %[[X:.*]]: tensor<?x?x8xf32>, %[[SHAPE:.*]]: tensor<3xi32>)
func.func @two_dims(%x: tensor<?x?x8xf32>, %shape: tensor<3xi32>) -> tensor<?x?x8xf32> {
  // CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x?x8xf32>
  // For each dim, whether it is repeated, and its last position.
  // CHECK: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
  // CHECK: %[[IS_ONE:.*]] = arith.cmpi eq, %[[ROWS]], %c1 : index
  // CHECK: %[[AT_LEAST:.*]] = arith.maxsi %[[ROWS]], %c1
  // CHECK: %[[LAST_ROW:.*]] = arith.subi %[[AT_LEAST]], %c1
  // CHECK: %[[COLUMNS:.*]] = tensor.dim %[[X]], %c1
  // CHECK: %[[ALSO_ONE:.*]] = arith.cmpi eq, %[[COLUMNS]], %c1 : index
  // CHECK: %[[AT_LEAST:.*]] = arith.maxsi %[[COLUMNS]], %c1
  // CHECK: %[[LAST_COLUMN:.*]] = arith.subi %[[AT_LEAST]], %c1
  // Whether the operand has one element in both.
  // CHECK: %[[ONE:.*]] = arith.andi %[[IS_ONE]], %[[ALSO_ONE]] : i1
  // CHECK: %[[RESULT:.*]] = linalg.generic {indexing_maps = [#[[$FIRST]], #[[$ALL]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[X]] : tensor<?x?x8xf32>) outs(%[[EMPTY]] : tensor<?x?x8xf32>)
  // CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[I:.*]] = linalg.index 0
  // CHECK-NEXT: %[[J:.*]] = linalg.index 1
  // CHECK-NEXT: %[[K:.*]] = linalg.index 2
  // The element at the lesser of two positions.
  // CHECK-NEXT: %[[ROW:.*]] = arith.minui %[[I]], %[[LAST_ROW]]
  // CHECK-NEXT: %[[COLUMN:.*]] = arith.minui %[[J]], %[[LAST_COLUMN]]
  // CHECK-NEXT: %[[OWN:.*]] = tensor.extract %[[X]][%[[ROW]], %[[COLUMN]], %[[K]]]
  // CHECK-NEXT: %[[ELEMENT:.*]] = arith.select %[[ONE]], %[[IN]], %[[OWN]]
  // CHECK-NEXT: linalg.yield %[[ELEMENT]]
  // CHECK: return %[[RESULT]]
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0, 1, 2] : (tensor<?x?x8xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
  return %0 : tensor<?x?x8xf32>
}

// The last dim of the result is none of the operand's, or repeated; unsigned elements are of the same bits.
// CHECK-LABEL: func.func @new_dim(
// CHECK: %[[BITS:.*]] = stablehlo.bitcast_convert %arg0 : (tensor<?x1xui8>) -> tensor<?x1xi8>
// CHECK: %[[RESULT:.*]] = linalg.generic {{.*}} ins(%[[BITS]] : tensor<?x1xi8>)
// CHECK: tensor.extract %[[BITS]][%{{.*}}, %c0]
// CHECK: stablehlo.bitcast_convert %[[RESULT]] : (tensor<?x?x?xi8>) -> tensor<?x?x?xui8>
func.func @new_dim(%x: tensor<?x1xui8>, %shape: tensor<3xi32>) -> tensor<?x?x?xui8> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0, 1] : (tensor<?x1xui8>, tensor<3xi32>) -> tensor<?x?x?xui8>
  return %0 : tensor<?x?x?xui8>
}

// Vectors of the last dim would have to be read at one position: a branch. Behind it are only dims of 1.
// CHECK-LABEL: func.func @last_dim(
// CHECK-NOT: linalg.generic
// CHECK: scf.if
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}} {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>}
// CHECK: } else {
// CHECK: tensor.insert_slice
func.func @last_dim(%x: tensor<?x1xf32>, %shape: tensor<2xi32>) -> tensor<?x1xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// What something else uses is in memory, anyway; functions take longer than that.
// CHECK-LABEL: func.func @kept(
// CHECK: %[[EXP:.*]] = stablehlo.exponential
// CHECK: linalg.generic {{.*}} ins(%[[EXP]] :
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] :
func.func @kept(%x: tensor<?x8xf32>, %shape: tensor<2xi32>) -> (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) {
  %0 = stablehlo.exponential %x : tensor<?x8xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %shape, dims = [0, 1] : (tensor<?x8xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  %2 = stablehlo.add %x, %x : tensor<?x8xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %2, %shape, dims = [0, 1] : (tensor<?x8xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  return %1, %2, %3 : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>
}
