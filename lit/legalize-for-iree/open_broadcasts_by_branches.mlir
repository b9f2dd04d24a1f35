// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

// Dims that are known to keep their size, or to be repeated, are unchanged. [?, 1] => [?, 4]
// CHECK-LABEL: func.func @decided_broadcasts_stay
func.func @decided_broadcasts_stay(%x: tensor<?x1xf32>, %shape: tensor<2xi32>) -> tensor<?x4xf32> {
  // CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim
  // CHECK-NEXT: return
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// [?] => [?]: the operand or, if its size is 1, its only element repeated.
// CHECK-LABEL: func.func @open_dims_are_chosen_at_run_time
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[SHAPE:.*]]: tensor<1xi64>
func.func @open_dims_are_chosen_at_run_time(%x: tensor<?xf32>, %shape: tensor<1xi64>) -> tensor<?xf32> {
  // CHECK: %[[DIM:.*]] = tensor.dim %[[X]], %c0
  // CHECK: %[[ONE:.*]] = arith.cmpi eq, {{.*}} : i32
  // CHECK: %[[IS_ONE:.*]] = "util.optimization_barrier"(%[[ONE]]) : (i1) -> i1
  // CHECK: %[[ELEMENT:.*]] = tensor.extract %[[SHAPE]][%{{.*}}] : tensor<1xi64>
  // CHECK: %[[EXTENT:.*]] = arith.index_cast %[[ELEMENT]]
  // CHECK: %[[GROWN:.*]] = tensor.from_elements
  // CHECK: %[[RESULT:.*]] = scf.if %[[IS_ONE]] -> (tensor<?xf32>) {
  // CHECK-NEXT: %[[REPEATED:.*]] = stablehlo.dynamic_broadcast_in_dim %[[X]], %[[GROWN]], dims = [0] {known_expanding_dimensions = array<i64: 0>}
  // CHECK-NEXT: scf.yield %[[REPEATED]]
  // CHECK-NEXT: } else {
  // A region never yields a value from outside.
  // CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty(%[[EXTENT]]) : tensor<?xf32>
  // CHECK: %[[COPY:.*]] = tensor.insert_slice %[[X]] into %[[EMPTY]][%{{.*}}] [%{{.*}}] [1]
  // CHECK-NEXT: "util.optimization_barrier"() : () -> ()
  // CHECK-NEXT: scf.yield %[[COPY]]
  // CHECK: return %[[RESULT]]
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0] : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// [?, ?] => [2, ?, 4]: one dim after the other, then the dim that the operand lacks.
// CHECK-LABEL: func.func @dims_are_chosen_one_by_one
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>, %[[SHAPE:.*]]: tensor<3xi32>
func.func @dims_are_chosen_one_by_one(%x: tensor<?x?xf32>, %shape: tensor<3xi32>) -> tensor<2x?x4xf32> {
  // CHECK: %[[ROWS:.*]] = scf.if %{{.*}} -> (tensor<?x?xf32>)
  // CHECK: dynamic_broadcast_in_dim %[[X]], %{{.*}}, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>}
  // CHECK: %[[BOTH:.*]] = scf.if %{{.*}} -> (tensor<?x4xf32>)
  // CHECK: dynamic_broadcast_in_dim %[[ROWS]], %{{.*}}, dims = [0, 1] {known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>}
  // CHECK: } else {
  // CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?x4xf32>
  // CHECK: %[[COPY:.*]] = tensor.insert_slice %[[ROWS]] into %[[EMPTY]]
  // CHECK-NEXT: "util.optimization_barrier"() : () -> ()
  // CHECK-NEXT: scf.yield %[[COPY]]
  // CHECK: dynamic_broadcast_in_dim %[[BOTH]], %[[SHAPE]], dims = [1, 2] {known_nonexpanding_dimensions = array<i64: 0, 1>}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 2] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<2x?x4xf32>
  return %0 : tensor<2x?x4xf32>
}

// Values emitted in one region are not used in another.
// CHECK-LABEL: func.func @regions
func.func @regions(%p: tensor<i1>, %x: tensor<?xf32>, %shape: tensor<1xi32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    // CHECK: stablehlo.get_dimension_size
    // CHECK: scf.if
    %1 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    // CHECK: stablehlo.get_dimension_size
    // CHECK: scf.if
    %1 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The copy of a part is a broadcast.
// CHECK-LABEL: func.func @broadcast_of_a_part
func.func @broadcast_of_a_part(%x: tensor<?xf32>, %k: tensor<1xi64>, %s: tensor<1xi64>) -> tensor<?xf32> {
  // CHECK: scf.if
  // CHECK: stablehlo.dynamic_broadcast_in_dim {{.*}}known_expanding_dimensions
  // CHECK: } else {
  // CHECK-NOT: insert_slice
  // CHECK: stablehlo.dynamic_broadcast_in_dim {{.*}}known_nonexpanding_dimensions
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %z = stablehlo.constant dense<0> : tensor<1xi64>
  %p = stablehlo.real_dynamic_slice %x, %z, %k, %one : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %0 = stablehlo.dynamic_broadcast_in_dim %p, %s, dims = [0] : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
