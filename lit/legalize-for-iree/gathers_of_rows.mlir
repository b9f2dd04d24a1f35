// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops,merged-dims})' %s | FileCheck %s

// The index vector dim, of size 1, is removed, and indices are clamped to the operand.
// CHECK-LABEL: func.func @gather
func.func @gather(%x: tensor<10x8xf32>, %i: tensor<?x1xi32>) -> tensor<?x8xf32> {
  // CHECK: %[[ROW:.*]] = tensor.reshape %arg1(%{{.*}}) : (tensor<?x1xi32>, tensor<2xindex>) -> tensor<1x?xi32>
  // CHECK: %[[INDICES:.*]] = tensor.collapse_shape %[[ROW]]
  // CHECK: %[[CLAMPED:.*]] = stablehlo.clamp %{{.*}}, %[[INDICES]], %{{.*}} : (tensor<i32>, tensor<?xi32>, tensor<i32>)
  // CHECK: "stablehlo.torch_index_select"(%arg0, %[[CLAMPED]]) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<10x8xf32>, tensor<?xi32>) -> tensor<?x8xf32>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<10x8xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// If the number of indices is static, no size has to be computed. IREE would not clamp these
// indices to the operand.
// CHECK-LABEL: func.func @static_gather
func.func @static_gather(%x: tensor<9x8xf32>, %i: tensor<3x1xi32>) -> tensor<3x8xf32> {
  // CHECK: %[[INDICES:.*]] = stablehlo.reshape %arg1 : (tensor<3x1xi32>) -> tensor<3xi32>
  // CHECK: %[[CLAMPED:.*]] = stablehlo.clamp %{{.*}}, %[[INDICES]], %{{.*}} : (tensor<i32>, tensor<3xi32>, tensor<i32>)
  // CHECK: "stablehlo.torch_index_select"(%arg0, %[[CLAMPED]])
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<9x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// A broadcast that only adds the index vector dim is not needed. Offset dims may come first.
// CHECK-LABEL: func.func @gather_of_columns
// CHECK-SAME: %[[X:.*]]: tensor<5x?xf32>, %[[I:.*]]: tensor<2x?xi64>
func.func @gather_of_columns(%x: tensor<5x?xf32>, %i: tensor<2x?xi64>, %sizes: tensor<3xi32>) -> tensor<5x2x?xf32> {
  // CHECK: %[[CLAMPED:.*]] = stablehlo.clamp %{{.*}}, %[[I]], %{{.*}} : (tensor<i64>, tensor<2x?xi64>, tensor<i64>)
  // CHECK: "stablehlo.torch_index_select"(%[[X]], %[[CLAMPED]]) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<5x?xf32>, tensor<2x?xi64>) -> tensor<5x2x?xf32>
  %0 = stablehlo.dynamic_broadcast_in_dim %i, %sizes, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: 1>} : (tensor<2x?xi64>, tensor<3xi32>) -> tensor<2x?x1xi64>
  %1 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 5, 1>}> : (tensor<5x?xf32>, tensor<2x?x1xi64>) -> tensor<5x2x?xf32>
  return %1 : tensor<5x2x?xf32>
}

// Slices that are parts of the operand's other dims remain a gather.
// CHECK-LABEL: func.func @gather_of_parts
func.func @gather_of_parts(%x: tensor<10x?xf32>, %i: tensor<?x1xi32>) -> tensor<?x8xf32> {
  // CHECK: %[[INDICES:.*]] = tensor.collapse_shape
  // CHECK: "stablehlo.gather"(%arg0, %[[INDICES]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<10x?xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// IREE computes what is gathered at sliced indices together with a copy by 'tensor.insert_slice', and
// fails; the copy is a broadcast that repeats nothing.
// [4], [1, 64][:, :n] => [b, n]
// CHECK-LABEL: func.func @gathered_at_a_slice
// CHECK: stablehlo.torch_index_select
// CHECK: scf.if
// CHECK: } else {
// CHECK-NOT: tensor.insert_slice
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}} {known_nonexpanding_dimensions = array<i64: 0, 1>}
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @gathered_at_a_slice(%x: tensor<4xf32>, %i: tensor<1x64xi32>, %n: tensor<i64>, %shape: tensor<2xi64>) -> tensor<1x?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<2xi64>
  %one = stablehlo.constant dense<1> : tensor<2xi64>
  %first = stablehlo.constant dense<1> : tensor<1xi64>
  %last = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %limit = stablehlo.concatenate %first, %last, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %part = stablehlo.real_dynamic_slice %i, %zero, %limit, %one : (tensor<1x64xi32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x?xi32>
  %0 = "stablehlo.gather"(%x, %part) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<1x?xi32>) -> tensor<1x?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %shape, dims = [0, 1] : (tensor<1x?xf32>, tensor<2xi64>) -> tensor<1x?xf32>
  return %1 : tensor<1x?xf32>
}
