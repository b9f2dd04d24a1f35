// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize,cse)' %s | FileCheck %s

// An iota that a branch reads, here through its square, depends on a truth value behind a barrier,
// and a fill that is read there and elsewhere on its scalar behind one. Those of which it only needs sizes stay.
// CHECK-LABEL: func.func @read_in_branch
// CHECK-SAME: (%[[P:.*]]: tensor<i1>, %[[ONE:.*]]: tensor<f32>, %[[SHAPE:.*]]: tensor<2xi32>
// CHECK-DAG: %[[TRUE:.*]] = stablehlo.constant dense<true> : tensor<i1>
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[HIDDEN:.*]]:2 = stablehlo.optimization_barrier %[[ZERO]], %[[TRUE]]
// CHECK: %[[BEHIND:.*]] = stablehlo.optimization_barrier %[[TRUE]]
// CHECK: %[[IOTA:.*]] = stablehlo.dynamic_iota %[[ROWS:.*]], dim = 0
// CHECK: %[[ZEROS:.*]] = stablehlo.dynamic_broadcast_in_dim %[[HIDDEN]]#0, %[[ROWS]], dims = []
// CHECK: %[[CHOSEN:.*]] = stablehlo.select %[[BEHIND]], %[[IOTA]], %[[ZEROS]]
// CHECK: %[[TIED:.*]] = "flow.tensor.tie_shape"(%[[CHOSEN]],
// CHECK: %[[SUM:.*]] = stablehlo.dynamic_broadcast_in_dim %[[TIED]], %[[SHAPE]], dims = [0]
// CHECK: %[[OWN:.*]] = stablehlo.optimization_barrier %[[ONE]]
// CHECK: %[[FILL:.*]] = stablehlo.dynamic_broadcast_in_dim %[[OWN]], %[[SHAPE]], dims = []
// CHECK: %[[SQUARE:.*]] = stablehlo.multiply %[[SUM]], %[[SUM]]
// CHECK: %[[OTHER:.*]] = stablehlo.dynamic_iota %[[SHAPE]], dim = 1
// CHECK-NEXT: %[[SIZE:.*]] = stablehlo.get_dimension_size %[[OTHER]], dim = 0
// CHECK: stablehlo.subtract %[[SQUARE]], %[[FILL]]
func.func @read_in_branch(%p: tensor<i1>, %one: tensor<f32>, %s: tensor<2xi32>) -> (tensor<?x16xf32>, tensor<i32>, tensor<?x16xf32>, tensor<?x16xf32>) {
  %iota = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x16xf32>
  %fill = stablehlo.dynamic_broadcast_in_dim %one, %s, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x16xf32>
  %0 = stablehlo.multiply %iota, %iota : tensor<?x16xf32>
  %other = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x16xf32>
  %d = stablehlo.get_dimension_size %other, dim = 0 : (tensor<?x16xf32>) -> tensor<i32>
  %1:2 = "stablehlo.if"(%p) ({
    %2 = stablehlo.subtract %0, %fill : tensor<?x16xf32>
    stablehlo.return %2, %d : tensor<?x16xf32>, tensor<i32>
  }, {
    %2 = stablehlo.constant dense<0> : tensor<i32>
    stablehlo.return %0, %2 : tensor<?x16xf32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<?x16xf32>, tensor<i32>)
  return %1#0, %1#1, %other, %fill : tensor<?x16xf32>, tensor<i32>, tensor<?x16xf32>, tensor<?x16xf32>
}
