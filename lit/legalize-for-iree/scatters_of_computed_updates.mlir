// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=scatters-outside,scatters-of-several,masked-loops},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// The updates are computed: a barrier separates them from the scatter.

// CHECK-LABEL: func.func @computed
// CHECK: %[[NEGATED:.*]] = stablehlo.negate %arg2
// CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%[[NEGATED]])
// CHECK: %[[UPDATES:.*]] = "flow.tensor.tie_shape"(%[[HIDDEN]], %{{.*}}, %{{.*}})
// CHECK: "stablehlo.scatter"(%arg0, %arg1, %[[UPDATES]])
func.func @computed(%x: tensor<?x?xf32>, %i: tensor<?x1xi32>, %u: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %v = stablehlo.negate %u : tensor<?x?xf32>
  %r = "stablehlo.scatter"(%x, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// On static shapes, too.
// CHECK-LABEL: func.func @static_shapes
// CHECK: %[[NEGATED:.*]] = stablehlo.negate %arg2
// CHECK: %[[UPDATES:.*]] = stablehlo.optimization_barrier %[[NEGATED]]
// CHECK: "stablehlo.scatter"(%arg0, %arg1, %[[UPDATES]])
func.func @static_shapes(%x: tensor<30x300xf32>, %i: tensor<7x1xi32>, %u: tensor<7x300xf32>) -> tensor<30x300xf32> {
  %v = stablehlo.negate %u : tensor<7x300xf32>
  %r = "stablehlo.scatter"(%x, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) : (tensor<30x300xf32>, tensor<7x1xi32>, tensor<7x300xf32>) -> tensor<30x300xf32>
  return %r : tensor<30x300xf32>
}

// An argument is not computed, unless its dims are put in order: two batch dims around a window dim.
// CHECK-LABEL: func.func @in_order
// CHECK-NEXT: "stablehlo.scatter"(%arg0, %arg1, %arg2)
func.func @in_order(%x: tensor<?x?xf32>, %i: tensor<?x1xi32>, %u: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @window_dim_in_between
// CHECK: %[[MOVED:.*]] = stablehlo.transpose %arg2, dims = [0, 2, 1] : (tensor<?x5x?xf32>) -> tensor<?x?x5xf32>
// CHECK: "util.optimization_barrier"(%[[MOVED]])
// CHECK: %[[UPDATES:.*]] = "flow.tensor.tie_shape"
// CHECK: "stablehlo.scatter"(%arg0, %arg1, %[[UPDATES]])
// CHECK-SAME: update_window_dims = [2]
func.func @window_dim_in_between(%x: tensor<5x?xf32>, %i: tensor<?x?x1xi32>, %u: tensor<?x5x?xf32>) -> tensor<5x?xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x?xf32>, tensor<?x?x1xi32>, tensor<?x5x?xf32>) -> tensor<5x?xf32>
  return %r : tensor<5x?xf32>
}

// What is behind a barrier stays, also if sizes are tied to it.
// CHECK-LABEL: func.func @behind_barriers
// CHECK-COUNT-1: optimization_barrier
// CHECK-NOT: optimization_barrier
// CHECK: return
func.func @behind_barriers(%x: tensor<?x?xf32>, %i: tensor<?x1xi32>, %u: tensor<?x?xf32>, %m: index, %n: index) -> tensor<?x?xf32> {
  %v = stablehlo.negate %u : tensor<?x?xf32>
  %b = "util.optimization_barrier"(%v) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = "flow.tensor.tie_shape"(%b, %m, %n) : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %r = "stablehlo.scatter"(%x, %i, %t) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
