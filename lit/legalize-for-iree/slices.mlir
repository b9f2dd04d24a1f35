// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

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
  // CHECK-NEXT: %[[INDICES:.*]] = stablehlo.reshape %arg1 : (tensor<3x1xi32>) -> tensor<3xi32>
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

// One slice, whose start is clamped to the operand.
// CHECK-LABEL: func.func @dynamic_gather
func.func @dynamic_gather(%x: tensor<?x4xf32>, %start: tensor<1xi32>, %sizes: tensor<2xi32>) -> tensor<?x4xf32> {
  // CHECK: arith.minsi
  // CHECK: arith.maxsi
  // CHECK: stablehlo.real_dynamic_slice %arg0
  %0 = "stablehlo.dynamic_gather"(%x, %start, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>}> : (tensor<?x4xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @update
func.func @update(%x: tensor<?x4xf32>, %y: tensor<1x?xf32>, %i: tensor<i32>) -> tensor<?x4xf32> {
  // CHECK: tensor.insert_slice %arg1 into %arg0[%{{.*}}, %{{.*}}] [1, %{{.*}}] [1, 1] : tensor<1x?xf32> into tensor<?x4xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %y, %i, %c : (tensor<?x4xf32>, tensor<1x?xf32>, tensor<i32>, tensor<i32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Starts may be of any type of integers. `arith` has no unsigned ones, and IREE forgets the signs
// of narrow ones.
// CHECK-LABEL: func.func @wide_start
func.func @wide_start(%x: tensor<?xf32>, %y: tensor<1xf32>, %i: tensor<i64>) -> tensor<?xf32> {
  // CHECK: %[[START:.*]] = tensor.extract %arg2[] : tensor<i64>
  // CHECK-NEXT: arith.index_cast %[[START]] : i64 to index
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<?xf32>, tensor<1xf32>, tensor<i64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @narrow_start
func.func @narrow_start(%x: tensor<?xf32>, %y: tensor<1xf32>, %i: tensor<i8>) -> tensor<?xf32> {
  // CHECK: %[[WIDE:.*]] = stablehlo.convert %arg2 : (tensor<i8>) -> tensor<i32>
  // CHECK: tensor.extract %[[WIDE]][] : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<?xf32>, tensor<1xf32>, tensor<i8>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @unsigned_start
func.func @unsigned_start(%x: tensor<?xf32>, %y: tensor<1xf32>, %i: tensor<ui64>) -> tensor<?xf32> {
  // CHECK: %[[MAX:.*]] = stablehlo.constant dense<9223372036854775807> : tensor<ui64>
  // CHECK-NEXT: %[[LIMITED:.*]] = stablehlo.clamp %{{.*}}, %arg2, %[[MAX]] : tensor<ui64>
  // CHECK-NEXT: %[[START:.*]] = stablehlo.convert %[[LIMITED]] : (tensor<ui64>) -> tensor<i64>
  // CHECK: tensor.extract %[[START]][] : tensor<i64>
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<?xf32>, tensor<1xf32>, tensor<ui64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @assertions_are_kept
func.func @assertions_are_kept(%ok: tensor<i1>, %n: tensor<i32>) {
  // CHECK-NEXT: %[[OK:.*]] = tensor.extract %arg0[]
  // CHECK-NEXT: cf.assert %[[OK]], "size ? is not {4}"
  // CHECK-NEXT: return
  stablehlo.custom_call @shape_assertion(%ok, %n) {api_version = 2 : i32, error_message = "size {0} is not {{4}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// Elements are removed at both ends of a dim of unknown size, of which there may be fewer.
// CHECK-LABEL: func.func @negative_padding
func.func @negative_padding(%x: tensor<?x4xf32>, %v: tensor<f32>) -> tensor<?x4xf32> {
  // CHECK-NOT: stablehlo.pad
  // CHECK: real_dynamic_slice
  // CHECK: %[[IS_LEFT:.*]] = arith.cmpi sge
  // CHECK: cf.assert %[[IS_LEFT]], "stablehlo.pad: the padding of dim 0 removes more elements than there are"
  %0 = stablehlo.pad %x, %v, low = [-1, 0], high = [-2, 0], interior = [0, 0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
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

// CHECK-LABEL: func.func @unsigned_size
func.func @unsigned_size(%x: tensor<?xui8>) -> tensor<i32> {
  // CHECK: %[[BITS:.*]] = stablehlo.bitcast_convert %arg0 : (tensor<?xui8>) -> tensor<?xi8>
  // CHECK: stablehlo.get_dimension_size %[[BITS]], dim = 0
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xui8>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @size_as_unsigned
func.func @size_as_unsigned(%x: tensor<?xf32>) -> tensor<ui64> {
  // CHECK: %[[SIZE:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
  // CHECK-NEXT: %[[WIDE:.*]] = stablehlo.convert %[[SIZE]] : (tensor<i32>) -> tensor<i64>
  // CHECK-NEXT: stablehlo.bitcast_convert %[[WIDE]] : (tensor<i64>) -> tensor<ui64>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<ui64>
  return %1 : tensor<ui64>
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

// The least number has no opposite: no more is removed than there is.
// CHECK-LABEL: func.func @padded_by_any
// CHECK: %[[ALL:.*]] = arith.subi %{{.*}}, %[[SIZE:.*]] : index
// CHECK: %[[REMOVED:.*]] = arith.maxsi %{{.*}}, %[[ALL]] : index
// CHECK: arith.subi %{{.*}}, %[[REMOVED]] : index
// CHECK: return
func.func @padded_by_any(%a: tensor<?xf32>, %low: tensor<1xi64>, %high: tensor<1xi64>) -> tensor<?xf32> {
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%none = stablehlo.constant dense<0> : tensor<1xi64>
%0 = stablehlo.dynamic_pad %a, %zero, %low, %high, %none : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
return %0 : tensor<?xf32>
}
