// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize)' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize)' %s > %t
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize)' %t | diff %t -

// CHECK-DAG: #[[$ALL:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[$TRAILING:.*]] = affine_map<(d0, d1, d2) -> (0, d2)>

// What only a broadcast uses is computed behind it, in one loop; scalars stay as they are.
// CHECK-LABEL: func.func @computed(
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf32>, %[[Y:.*]]: tensor<?x8xf32>, %[[LIMIT:.*]]: tensor<f32>, %{{.*}}: tensor<2xi32>)
// CHECK: %[[A:.*]] = linalg.generic {{.*}} ins(%[[X]] :
// CHECK: %[[B:.*]] = linalg.generic {{.*}} ins(%[[Y]] :
// CHECK: %[[SUM:.*]] = stablehlo.add %[[A]], %[[B]]
// CHECK: %[[SQUARE:.*]] = stablehlo.multiply %[[SUM]], %[[SUM]]
// CHECK: %[[CLAMPED:.*]] = stablehlo.clamp %[[LIMIT]], %[[SQUARE]], %[[B]]
// CHECK: return %[[CLAMPED]]
func.func @computed(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>, %limit: tensor<f32>, %shape: tensor<2xi32>) -> tensor<?x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<?x8xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<?x8xf32>
  %2 = stablehlo.clamp %limit, %1, %y : (tensor<f32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %2, %shape, dims = [0, 1] : (tensor<?x8xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  return %3 : tensor<?x8xf32>
}

// A broadcast of a broadcast is one.
// CHECK-LABEL: func.func @twice(
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<?x8xf32>, %{{.*}}: tensor<2xi32>, %[[SHAPE:.*]]: tensor<3xi32>)
// CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %[[X]], %[[SHAPE]], dims = [2] {known_nonexpanding_dimensions = array<i64: 0>}
// CHECK: %[[B:.*]] = linalg.generic {indexing_maps = [#[[$TRAILING]], #[[$ALL]]], {{.*}} ins(%[[Y]] :
// CHECK: stablehlo.add %[[A]], %[[B]] : tensor<?x?x8xf32>
func.func @twice(%x: tensor<8xf32>, %y: tensor<?x8xf32>, %inner: tensor<2xi32>, %shape: tensor<3xi32>) -> tensor<?x?x8xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %inner, dims = [1] : (tensor<8xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  %1 = stablehlo.add %0, %y : tensor<?x8xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %shape, dims = [0, 2] : (tensor<?x8xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
  return %2 : tensor<?x?x8xf32>
}
