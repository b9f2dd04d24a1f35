// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-products,merged-dims},canonicalize,cse)' %s | FileCheck %s

// The queries of a group are merged in the order in which the result is read. So only the matrices are transposed.
// CHECK-LABEL: func @groups
func.func @groups(%queries: tensor<?x?x2x4x16xf32>, %keys: tensor<?x?x2x16xf32>) -> tensor<?x2x4x?x?xf32> {
  // CHECK: %[[KEYS:.*]] = stablehlo.transpose %arg1, dims = [0, 2, 1, 3]
  // CHECK: %[[LHS:.*]] = tensor.reshape %[[KEYS]]({{.*}}) : {{.*}} -> tensor<?x?x16xf32>
  // CHECK: %[[QUERIES:.*]] = stablehlo.transpose %arg0, dims = [0, 2, 3, 1, 4] : (tensor<?x?x2x4x16xf32>) -> tensor<?x2x4x?x16xf32>
  // CHECK: %[[RHS:.*]] = tensor.reshape %[[QUERIES]]({{.*}}) : {{.*}} -> tensor<?x?x16xf32>
  // CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general %[[LHS]], %[[RHS]], batching_dims = [0] x [0], contracting_dims = [2] x [2]
  // CHECK: %[[MATRICES:.*]] = stablehlo.transpose %[[PRODUCT]], dims = [0, 2, 1]
  // CHECK: %[[RESULT:.*]] = tensor.reshape %[[MATRICES]]({{.*}}) : {{.*}} -> tensor<?x2x4x?x?xf32>
  // CHECK: return %[[RESULT]]
  %0 = stablehlo.dot_general %keys, %queries, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4]
      : (tensor<?x?x2x16xf32>, tensor<?x?x2x4x16xf32>) -> tensor<?x2x?x?x4xf32>
  %1 = stablehlo.transpose %0, dims = [0, 1, 4, 3, 2] : (tensor<?x2x?x?x4xf32>) -> tensor<?x2x4x?x?xf32>
  return %1 : tensor<?x2x4x?x?xf32>
}

// Batching dims that are side by side in both operands are one. What is contracted is merged in one order.
// CHECK-LABEL: func @heads
func.func @heads(%x: tensor<?x4x?x2x?xf32>, %y: tensor<?x4x?x2x7xf32>) -> tensor<?x4x?x7xf32> {
  // CHECK: %[[X:.*]] = tensor.reshape %arg0
  // CHECK: %[[TRANSPOSED:.*]] = stablehlo.transpose %arg1, dims = [0, 1, 4, 3, 2]
  // CHECK: %[[Y:.*]] = tensor.reshape %[[TRANSPOSED]]({{.*}}) : {{.*}} -> tensor<?x7x?xf32>
  // CHECK: stablehlo.dot_general %[[X]], %[[Y]], batching_dims = [0] x [0], contracting_dims = [2] x [2]
  // CHECK: tensor.reshape {{.*}} -> tensor<?x4x?x7xf32>
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0, 1] x [0, 1], contracting_dims = [4, 3] x [2, 3]
      : (tensor<?x4x?x2x?xf32>, tensor<?x4x?x2x7xf32>) -> tensor<?x4x?x7xf32>
  return %0 : tensor<?x4x?x7xf32>
}

// The transposition is in a loop, or not the only user: it stays.
// CHECK-LABEL: func @users
func.func @users(%x: tensor<?x?x3x?xf32>, %y: tensor<?x?x?xf32>, %n: index) -> (tensor<?x?x3x?xf32>, tensor<?x?x?x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: stablehlo.dot_general
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [3] x [1]
      : (tensor<?x?x3x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x3x?xf32>
  // CHECK: stablehlo.dot_general
  %1 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [3] x [2]
      : (tensor<?x?x3x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x3x?xf32>
  %start = stablehlo.transpose %0, dims = [0, 1, 3, 2] : (tensor<?x?x3x?xf32>) -> tensor<?x?x?x3xf32>
  // CHECK: scf.for
  // CHECK-NOT: stablehlo.dot_general
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %start) -> tensor<?x?x?x3xf32> {
    %3 = stablehlo.transpose %1, dims = [0, 1, 3, 2] : (tensor<?x?x3x?xf32>) -> tensor<?x?x?x3xf32>
    %4 = stablehlo.add %sum, %3 : tensor<?x?x?x3xf32>
    scf.yield %4 : tensor<?x?x?x3xf32>
  }
  return %0, %2 : tensor<?x?x3x?xf32>, tensor<?x?x?x3xf32>
}

// One dim of each kind, no batch, static, or too few rows for each that would be transposed.
// CHECK-LABEL: func @others
func.func @others(%x: tensor<?x?x4xf32>, %s: tensor<2x3x4x5xf32>, %q: tensor<?x2x8x16xf32>, %k: tensor<?x?x2x?x16xf32>)
    -> (tensor<?x?x?xf32>, tensor<2x3x4x3x4xf32>, tensor<?x2x8x?x?xf32>) {
  // CHECK: stablehlo.dot_general %arg0, %arg0
  %0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2]
      : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x?xf32>
  // CHECK: stablehlo.dot_general %arg1, %arg1
  %1 = stablehlo.dot_general %s, %s, batching_dims = [0] x [0], contracting_dims = [3] x [3]
      : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>) -> tensor<2x3x4x3x4xf32>
  // CHECK: stablehlo.dot_general %arg2, %arg3
  %2 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [4]
      : (tensor<?x2x8x16xf32>, tensor<?x?x2x?x16xf32>) -> tensor<?x2x8x?x?xf32>
  return %0, %1, %2 : tensor<?x?x?xf32>, tensor<2x3x4x3x4xf32>, tensor<?x2x8x?x?xf32>
}
