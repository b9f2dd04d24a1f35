// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// Rows in reverse order: the indices are computed once; they are clamped where they are used.
// CHECK-LABEL: func @reversed(
func.func @reversed(%x: tensor<?x8xf32>, %i: tensor<?xi32>) -> tensor<?x8xf32> {
  // CHECK: %[[REVERSED:.*]] = stablehlo.reverse %arg1
  // CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%[[REVERSED]])
  // CHECK: %[[TIED:.*]] = "flow.tensor.tie_shape"(%[[HIDDEN]]
  // CHECK: %[[CLAMPED:.*]] = stablehlo.clamp %{{.*}}, %[[TIED]]
  // CHECK: "stablehlo.torch_index_select"(%arg0, %[[CLAMPED]])
  %0 = stablehlo.reverse %i, dims = [0] : tensor<?xi32>
  %1 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<?x8xf32>, tensor<?xi32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// Indices that are cheap, of single elements, or in a branch stay as they are.
// CHECK-LABEL: func @left(
// CHECK-NOT: util.optimization_barrier"(%
// CHECK: {{^ +}}return
func.func @left(%x: tensor<?x8xf32>, %y: tensor<?xf32>, %i: tensor<?xi32>, %j: tensor<?xi32>, %p: tensor<i1>) -> (tensor<?x8xf32>, tensor<?xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.add %i, %j : tensor<?xi32>
  %1 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<?x8xf32>, tensor<?xi32>) -> tensor<?x8xf32>
  %2 = stablehlo.reverse %i, dims = [0] : tensor<?xi32>
  %3 = "stablehlo.gather"(%y, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>
  %4 = "stablehlo.if"(%p) ({
    %5 = stablehlo.reverse %j, dims = [0] : tensor<?xi32>
    %6 = "stablehlo.gather"(%x, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<?x8xf32>, tensor<?xi32>) -> tensor<?x8xf32>
    %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x8xf32>, tensor<f32>) -> tensor<8xf32>
    stablehlo.return %7 : tensor<8xf32>
  }, {
    %5 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<8xf32>
    stablehlo.return %5 : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  return %1, %3, %4 : tensor<?x8xf32>, tensor<?xf32>, tensor<8xf32>
}
