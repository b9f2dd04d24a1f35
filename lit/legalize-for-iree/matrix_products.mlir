// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops,masked-products,merged-dims})' %s | FileCheck %s

// [?, ?, 16] x [16, 4] => [?, ?, 4], as matrices.
// CHECK-LABEL: func.func @contractions_are_of_matrices
func.func @contractions_are_of_matrices(%x: tensor<?x?x16xf32>, %w: tensor<16x4xf32>) -> tensor<?x?x4xf32> {
  // CHECK: %[[ROWS:.*]] = tensor.reshape %{{.*}} : (tensor<?x?x16xf32>, tensor<2xindex>) -> tensor<?x16xf32>
  // CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general %[[ROWS]], %{{.*}}, contracting_dims = [1] x [0], precision = [HIGH, HIGH] : (tensor<?x16xf32>, tensor<16x4xf32>) -> tensor<?x4xf32>
  // CHECK: tensor.reshape %[[PRODUCT]]{{.*}} -> tensor<?x?x4xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0], precision = [HIGH, HIGH] : (tensor<?x?x16xf32>, tensor<16x4xf32>) -> tensor<?x?x4xf32>
  return %0 : tensor<?x?x4xf32>
}

// [?] x [?] => []: not as vectors, which IREE rejects.
// CHECK-LABEL: func.func @vectors_are_matrices_of_one_row
func.func @vectors_are_matrices_of_one_row(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<f32> {
  // CHECK: stablehlo.dot_general {{.*}} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// [?] x [?] => [?, ?], with nothing contracted.
// CHECK-LABEL: func.func @outer_products_are_products
func.func @outer_products_are_products(%x: tensor<?xbf16>, %y: tensor<?xbf16>) -> tensor<?x?xf32> {
  // CHECK-NOT: dot_general
  // CHECK: dynamic_broadcast_in_dim {{.*}}dims = [0]
  // CHECK: dynamic_broadcast_in_dim {{.*}}dims = [1]
  // CHECK: stablehlo.multiply {{.*}} : tensor<?x?xf32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Ops that IREE compiles stay.
// CHECK-LABEL: func.func @batched_contractions_stay
func.func @batched_contractions_stay(%x: tensor<?x?x8xf32>, %y: tensor<?x8x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK-NEXT: stablehlo.dot_general
  // CHECK-NEXT: return
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x?x8xf32>, tensor<?x8x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// Batching dims of size 1 are left out.
// CHECK-LABEL: func.func @one_batch
func.func @one_batch(%x: tensor<1x?x1x8xi8>, %y: tensor<1x1x8x16xi8>) -> tensor<1x1x?x16xi8> {
  // CHECK: %[[X:.*]] = tensor.reshape %arg0({{.*}}) : {{.*}} -> tensor<?x8xi8>
  // CHECK: %[[Y:.*]] = stablehlo.reshape %arg1 : {{.*}} -> tensor<8x16xi8>
  // CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general %[[X]], %[[Y]], contracting_dims = [1] x [0] : {{.*}} -> tensor<?x16xi8>
  // CHECK: tensor.reshape %[[PRODUCT]]({{.*}}) : {{.*}} -> tensor<1x1x?x16xi8>
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0, 2] x [1, 0], contracting_dims = [3] x [2] : (tensor<1x?x1x8xi8>, tensor<1x1x8x16xi8>) -> tensor<1x1x?x16xi8>
  return %0 : tensor<1x1x?x16xi8>
}
