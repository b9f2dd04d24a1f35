// RUN: bcast-lower %s --legalize-to-stablehlo | FileCheck %s -enable-var-scope

// Products of all rows with all groups' matrices; each row keeps the product with its own
// group's matrix. [?, ?] x [3, ?, 5] x [3] => [?, 5]
// CHECK-LABEL: func.func @groups_of_rows
// CHECK-SAME: (%[[L:.*]]: tensor<?x?xf32>, %[[R:.*]]: tensor<3x?x5xf32>, %[[G:.*]]: tensor<3xi32>)
// CHECK-DAG: %[[PRODUCT:.*]] = stablehlo.dot_general %[[L]], %[[R]], contracting_dims = [1] x [1], precision = [HIGH, DEFAULT] : (tensor<?x?xf32>, tensor<3x?x5xf32>) -> tensor<?x3x5xf32>
// CHECK-DAG: %[[SIZES:.*]] = stablehlo.convert %[[G]] : (tensor<3xi32>) -> tensor<3xi64>
// CHECK-DAG: %[[IN_FRONT:.*]] = stablehlo.compare LT
// CHECK: %[[ONES:.*]] = stablehlo.convert %[[IN_FRONT]] : (tensor<3x3xi1>) -> tensor<3x3xi64>
// CHECK: %[[STARTS:.*]] = stablehlo.dot_general %[[SIZES]], %[[ONES]], contracting_dims = [0] x [0]
// CHECK: %[[ENDS:.*]] = stablehlo.add %[[STARTS]], %[[SIZES]]
// CHECK: %[[IS_MEMBER:.*]] = stablehlo.and
// CHECK: %[[KEPT:.*]] = stablehlo.select %{{.*}}, %[[PRODUCT]], %{{.*}} : tensor<?x3x5xi1>, tensor<?x3x5xf32>
// CHECK: %[[SUM:.*]] = stablehlo.reduce(%[[KEPT]] init: %{{.*}}) applies stablehlo.add across dimensions = [1]
// CHECK-NEXT: return %[[SUM]]
func.func @groups_of_rows(
    %l: tensor<?x?xf32>, %r: tensor<3x?x5xf32>, %g: tensor<3xi32>) -> tensor<?x5xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{
    precision_config = [#chlo<precision HIGH>, #chlo<precision DEFAULT>],
    ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1],
      rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  }> : (tensor<?x?xf32>, tensor<3x?x5xf32>, tensor<3xi32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// One product per group; the number of groups is known only at run time. [2, ?] x [?, 3] x [?]
// => [?, 2, 3]
// CHECK-LABEL: func.func @contracted_groups
// CHECK: %[[L:.*]] = stablehlo.select %{{.*}} : tensor<?x2x?xi1>, tensor<?x2x?xf32>
// CHECK: %[[R:.*]] = stablehlo.select %{{.*}} : tensor<?x?x3xi1>, tensor<?x?x3xf32>
// CHECK: stablehlo.dot_general %[[L]], %[[R]], batching_dims = [0] x [0], contracting_dims = [2] x [1]
func.func @contracted_groups(
    %l: tensor<2x?xf32>, %r: tensor<?x3xf32>, %g: tensor<?xi64>) -> tensor<?x2x3xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{
    ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1],
      rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>
  }> : (tensor<2x?xf32>, tensor<?x3xf32>, tensor<?xi64>) -> tensor<?x2x3xf32>
  return %0 : tensor<?x2x3xf32>
}

// Groups of batched dims have no effect.
// CHECK-LABEL: func.func @batched_groups
// CHECK-NEXT: stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1]
// CHECK-NEXT: return
func.func @batched_groups(
    %l: tensor<?x2x4xf32>, %r: tensor<?x4x3xf32>, %g: tensor<2xi64>) -> tensor<?x2x3xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{
    ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0],
      rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2],
      rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>
  }> : (tensor<?x2x4xf32>, tensor<?x4x3xf32>, tensor<2xi64>) -> tensor<?x2x3xf32>
  return %0 : tensor<?x2x3xf32>
}
