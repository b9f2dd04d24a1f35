// Fields of attributes come in any order, optionally with a trailing comma.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | FileCheck %s

// CHECK: a.dot = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>
// CHECK-SAME: b.dot = #stablehlo.dot<>
// CHECK-SAME: c.gather = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>
// CHECK-SAME: d.gather = #stablehlo.gather<operand_batching_dims = [0], start_indices_batching_dims = [1]>
// CHECK-SAME: e.scatter = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>
// CHECK-SAME: f.scatter = #stablehlo.scatter<input_batching_dims = [0], scatter_indices_batching_dims = [1]>
// CHECK-SAME: g.conv = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
// CHECK-SAME: h.ragged = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3], lhs_ragged_dimensions = [4], rhs_group_dimensions = [5]>
// CHECK-SAME: i.accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<TOLERANCE>>
module attributes {
  a.dot = #stablehlo.dot<
    rhs_contracting_dimensions = [3],
    lhs_contracting_dimensions = [2],
    rhs_batching_dimensions = [1],
    lhs_batching_dimensions = [0],
  >,
  b.dot = #stablehlo.dot<>,
  c.gather = #stablehlo.gather<
    index_vector_dim = 2,
    start_index_map = [0],
    offset_dims = [1],
    collapsed_slice_dims = [0],
  >,
  d.gather = #stablehlo.gather<operand_batching_dims = [0], start_indices_batching_dims = [1], index_vector_dim = 0>,
  e.scatter = #stablehlo.scatter<
    update_window_dims = [1],
    inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0, 1],
    index_vector_dim = 1,
  >,
  f.scatter = #stablehlo.scatter<scatter_indices_batching_dims = [1], input_batching_dims = [0]>,
  // A missing dim is dim 0.
  g.conv = #stablehlo.conv<raw
    output_spatial_dimensions = [1],
    output_feature_dimension = 2,
    kernel_spatial_dimensions = [0],
    kernel_output_feature_dimension = 2,
    kernel_input_feature_dimension = 1,
    input_spatial_dimensions = [1],
    input_feature_dimension = 2,
  >,
  h.ragged = #chlo.ragged_dot<
    rhs_group_dimensions = [5],
    lhs_ragged_dimensions = [4],
    rhs_contracting_dimensions = [3],
    lhs_contracting_dimensions = [2],
    rhs_batching_dimensions = [1],
    lhs_batching_dimensions = [0],
  >,
  i.accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<TOLERANCE>>
} {}
