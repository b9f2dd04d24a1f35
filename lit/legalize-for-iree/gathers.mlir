// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops,merged-dims})' %s | FileCheck %s

// Each element is read at its position. All elements of a row have one index, which is clamped to the operand.
// CHECK-LABEL: func.func @rows
func.func @rows(%x: tensor<10x8xf32>, %i: tensor<?x1xi32>) -> tensor<?x8xf32> {
  // CHECK: %[[INDICES:.*]] = tensor.extract_slice %arg1[0, 0] [%{{.*}}, 1] [1, 1] : tensor<?x1xi32> to tensor<?xi32>
  // CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<10x8xf32>)
  // CHECK: %[[ROW:.*]] = linalg.index 0
  // CHECK: %[[COLUMN:.*]] = linalg.index 1
  // CHECK: %[[NUMBER:.*]] = tensor.extract %[[INDICES]][%[[ROW]]]
  // CHECK: %[[INDEX:.*]] = arith.index_cast %[[NUMBER]]
  // CHECK: %[[LEAST:.*]] = arith.minsi %[[INDEX]]
  // CHECK: %[[CLAMPED:.*]] = arith.maxsi %[[LEAST]]
  // CHECK: tensor.extract %arg0[%[[CLAMPED]], %[[COLUMN]]]
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<10x8xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// IREE would not clamp these indices to the operand.
// CHECK-LABEL: func.func @static_rows
// CHECK: linalg.generic
// CHECK: arith.minsi
// CHECK: arith.maxsi
// CHECK: tensor.extract %arg0[
func.func @static_rows(%x: tensor<9x8xf32>, %i: tensor<3x1xi32>) -> tensor<3x8xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<9x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// It has a form of other gathers of static shape.
// CHECK-LABEL: func.func @static_elements
// CHECK-NEXT: stablehlo.gather
func.func @static_elements(%x: tensor<9x8xf32>, %i: tensor<3x2xi32>) -> tensor<3xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<9x8xf32>, tensor<3x2xi32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Slices that are parts of the operand's other dims.
// CHECK-LABEL: func.func @parts
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x8xf32>)
// CHECK-NOT: stablehlo.gather
// CHECK: return
func.func @parts(%x: tensor<10x?xf32>, %i: tensor<?x1xi32>) -> tensor<?x8xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<10x?xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// IREE computes what is gathered at sliced indices together with a copy by 'tensor.insert_slice', and
// fails; the copy is a broadcast that repeats nothing.
// [4], [1, 64][:, :n] => [b, n]
// CHECK-LABEL: func.func @gathered_at_a_slice
// CHECK: linalg.generic
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
