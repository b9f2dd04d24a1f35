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
  // CHECK-NEXT: scf.yield %[[COPY]]
  // CHECK: dynamic_broadcast_in_dim %[[BOTH]], %[[SHAPE]], dims = [1, 2] {known_nonexpanding_dimensions = array<i64: 0, 1>}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 2] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<2x?x4xf32>
  return %0 : tensor<2x?x4xf32>
}

// CHECK-LABEL: func.func @reshapes
func.func @reshapes(%x: tensor<?x?xf32>, %shape: tensor<1xi32>) -> tensor<?xf32> {
  // CHECK-NEXT: tensor.reshape %{{.*}}(%{{.*}}) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// [?, ?, 16] x [16, 4] => [?, ?, 4], as matrices.
// CHECK-LABEL: func.func @contractions_are_of_matrices
func.func @contractions_are_of_matrices(%x: tensor<?x?x16xf32>, %w: tensor<16x4xf32>) -> tensor<?x?x4xf32> {
  // CHECK: %[[ROWS:.*]] = tensor.reshape %{{.*}} : (tensor<?x?x16xf32>, tensor<2xindex>) -> tensor<?x16xf32>
  // CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general %[[ROWS]], %{{.*}}, contracting_dims = [1] x [0], precision = [HIGH, HIGH] : (tensor<?x16xf32>, tensor<16x4xf32>) -> tensor<?x4xf32>
  // CHECK: tensor.reshape %[[PRODUCT]]{{.*}} -> tensor<?x?x4xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0], precision = [HIGH, HIGH] : (tensor<?x?x16xf32>, tensor<16x4xf32>) -> tensor<?x?x4xf32>
  return %0 : tensor<?x?x4xf32>
}

// [?] x [?] => []: not as vectors, which IREE rejects.
// CHECK-LABEL: func.func @vectors_are_matrices_of_one_row
func.func @vectors_are_matrices_of_one_row(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<f32> {
  // CHECK: stablehlo.dot_general {{.*}} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// [?] x [?] => [?, ?], with nothing contracted.
// CHECK-LABEL: func.func @outer_products_are_products
func.func @outer_products_are_products(%x: tensor<?xbf16>, %y: tensor<?xbf16>) -> tensor<?x?xf32> {
  // CHECK-NOT: dot_general
  // CHECK: dynamic_broadcast_in_dim {{.*}}dims = [0]
  // CHECK: dynamic_broadcast_in_dim {{.*}}dims = [1]
  // CHECK: stablehlo.multiply {{.*}} : tensor<?x?xf32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Ops that IREE compiles stay.
// CHECK-LABEL: func.func @batched_contractions_stay
func.func @batched_contractions_stay(%x: tensor<?x?x8xf32>, %y: tensor<?x8x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK-NEXT: stablehlo.dot_general
  // CHECK-NEXT: return
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x?x8xf32>, tensor<?x8x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// CHECK-LABEL: func.func @convolutions_with_known_windows_stay
func.func @convolutions_with_known_windows_stay(%x: tensor<?x8x1xf32>, %w: tensor<3x1x2xf32>) -> tensor<?x6x2xf32> {
  // CHECK-NEXT: stablehlo.convolution
  // CHECK-NEXT: return
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x1xf32>, tensor<3x1x2xf32>) -> tensor<?x6x2xf32>
  return %0 : tensor<?x6x2xf32>
}

// One product for each position in the window.
// CHECK-LABEL: func.func @convolutions_are_sums_of_contractions
func.func @convolutions_are_sums_of_contractions(%x: tensor<2x5x?xf32>, %w: tensor<2x5x3xf32>) -> tensor<2x2x?xf32> {
  // CHECK: tensor.insert_slice %arg0 into
  // CHECK-COUNT-3: stablehlo.real_dynamic_slice
  // CHECK-NOT: stablehlo.real_dynamic_slice
  // CHECK: stablehlo.transpose {{.*}}, dims = [0, 2, 1]
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x?xf32>, tensor<2x5x3xf32>) -> tensor<2x2x?xf32>
  return %0 : tensor<2x2x?xf32>
}

// Features of unknown size, where spatial dims are static. [2, 6, f] x [2, f, o] => [2, 5, o]
// CHECK-LABEL: func.func @convolutions_of_unknown_features
// CHECK-NOT: stablehlo.convolution
// CHECK-COUNT-2: stablehlo.dot_general {{.*}} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK: stablehlo.add
func.func @convolutions_of_unknown_features(%x: tensor<2x6x?xf32>, %w: tensor<2x?x?xf32>) -> tensor<2x5x?xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x?xf32>, tensor<2x?x?xf32>) -> tensor<2x5x?xf32>
  return %0 : tensor<2x5x?xf32>
}

// Groups of features, of a static tensor and of a batch of unknown size.
// [2, 6, 4] x [2, 2, o] => [2, 5, o]
// CHECK-LABEL: func.func @groups_of_unknown_outputs
// CHECK-NOT: stablehlo.convolution
// A slice of a static tensor is static.
// CHECK-COUNT-2: stablehlo.slice %arg0 {{.*}} -> tensor<2x5x4xf32>
// CHECK: return
func.func @groups_of_unknown_outputs(%x: tensor<2x6x4xf32>, %w: tensor<2x2x?xf32>) -> tensor<2x5x?xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x6x4xf32>, tensor<2x2x?xf32>) -> tensor<2x5x?xf32>
  return %0 : tensor<2x5x?xf32>
}

// CHECK-LABEL: func.func @groups_of_a_dynamic_batch
// CHECK-NOT: stablehlo.convolution
// CHECK: return
func.func @groups_of_a_dynamic_batch(%x: tensor<?x8x4xf32>, %w: tensor<3x1x4xf32>) -> tensor<?x6x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<?x8x4xf32>, tensor<3x1x4xf32>) -> tensor<?x6x4xf32>
  return %0 : tensor<?x6x4xf32>
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

// IREE takes unsigned factors for signed ones if the products are wider. It would move a conversion
// from them into the contraction.
// CHECK-LABEL: func.func @unsigned_factors
// CHECK: %[[X:.*]] = stablehlo.convert %arg0 : (tensor<2x3xui8>) -> tensor<2x3xui32>
// CHECK-NEXT: stablehlo.bitcast_convert %[[X]] : (tensor<2x3xui32>) -> tensor<2x3xi32>
// CHECK: %[[Y:.*]] = stablehlo.convert %arg1 : (tensor<3x4xui8>) -> tensor<3x4xui32>
// CHECK-NEXT: stablehlo.bitcast_convert %[[Y]] : (tensor<3x4xui32>) -> tensor<3x4xi32>
// CHECK: stablehlo.dot_general {{.*}} : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<2x4xi32>
func.func @unsigned_factors(%x: tensor<2x3xui8>, %y: tensor<3x4xui8>) -> tensor<2x4xi32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xui8>, tensor<3x4xui8>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// CHECK-LABEL: func.func @converted_factors
// CHECK: %[[WIDE:.*]] = stablehlo.convert %arg0 : (tensor<?x3xui16>) -> tensor<?x3xui32>
// CHECK-NEXT: %[[BITS:.*]] = stablehlo.bitcast_convert %[[WIDE]] : (tensor<?x3xui32>) -> tensor<?x3xi32>
// CHECK-NEXT: stablehlo.convert %[[BITS]] : (tensor<?x3xi32>) -> tensor<?x3xf32>
// CHECK: stablehlo.dot_general
func.func @converted_factors(%x: tensor<?x3xui16>, %y: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.convert %x : (tensor<?x3xui16>) -> tensor<?x3xf32>
  %1 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// Products of the same type have the same bits, and signed factors are taken for signed ones.
// CHECK-LABEL: func.func @other_factors_stay
// CHECK-NEXT: stablehlo.dot_general %arg0, %arg1
// CHECK-NEXT: stablehlo.dot_general %arg2, %arg3
func.func @other_factors_stay(%x: tensor<2x3xui8>, %y: tensor<3x4xui8>, %a: tensor<2x3xi8>, %b: tensor<3x4xi8>) -> (tensor<2x4xui8>, tensor<2x4xi32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xui8>, tensor<3x4xui8>) -> tensor<2x4xui8>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
  return %0, %1 : tensor<2x4xui8>, tensor<2x4xi32>
}

// CHECK-LABEL: func.func @unsigned_reverse
// CHECK: %[[BITS:.*]] = stablehlo.bitcast_convert %arg0 : (tensor<?xui8>) -> tensor<?xi8>
// CHECK: %[[REVERSED:.*]] = stablehlo.reverse %[[BITS]], dims = [0] : tensor<?xi8>
// CHECK: stablehlo.bitcast_convert %[[REVERSED]] : (tensor<?xi8>) -> tensor<?xui8>
func.func @unsigned_reverse(%x: tensor<?xui8>) -> tensor<?xui8> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?xui8>
  return %0 : tensor<?xui8>
}

// IREE's runtime passes 64 numbers to a kernel at most, so sums of many products are stored between.
// [n, h, w, 3] x [4, 4, 3, 2] => [n, h - 3, w - 3, 2]
// CHECK-LABEL: func.func @large_window
// CHECK-COUNT-9: stablehlo.dot_general
// CHECK: stablehlo.optimization_barrier
// CHECK: tensor.insert_slice
// CHECK-COUNT-7: stablehlo.dot_general
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @large_window(%x: tensor<?x?x?x3xf32>, %w: tensor<4x4x3x2xf32>) -> tensor<?x?x?x2xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x3xf32>, tensor<4x4x3x2xf32>) -> tensor<?x?x?x2xf32>
  return %0 : tensor<?x?x?x2xf32>
}

// IREE keeps bits that narrow integers computed from sizes lack.
// CHECK-LABEL: func.func @narrow_sizes
// CHECK-DAG: %[[BITS:.*]] = stablehlo.constant dense<24> : tensor<i32>
// CHECK-DAG: %[[LIMIT:.*]] = stablehlo.convert %{{.*}} : (tensor<i8>) -> tensor<i32>
// CHECK-DAG: %[[LEFT:.*]] = stablehlo.shift_left %{{.*}}, %[[BITS]] : tensor<i32>
// CHECK-DAG: %[[SIZE:.*]] = stablehlo.shift_right_arithmetic %[[LEFT]], %[[BITS]] : tensor<i32>
// CHECK: %[[MAX:.*]] = stablehlo.maximum %[[SIZE]], %[[LIMIT]] : tensor<i32>
// CHECK: stablehlo.shift_left %[[MAX]]
// CHECK: %[[RESULT:.*]] = stablehlo.shift_right_arithmetic
// CHECK: return %[[RESULT]] : tensor<i32>
func.func @narrow_sizes(%x: tensor<?xf32>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %narrow = stablehlo.convert %n : (tensor<i32>) -> tensor<i8>
  %c = stablehlo.constant dense<100> : tensor<i8>
  %max = stablehlo.maximum %narrow, %c : tensor<i8>
  %0 = stablehlo.convert %max : (tensor<i8>) -> tensor<i32>
  return %0 : tensor<i32>
}

// Other narrow numbers are computed in kernels, which is right.
// CHECK-LABEL: func.func @narrow_numbers
// CHECK-NEXT: stablehlo.maximum %arg0, %arg1 : tensor<i8>
func.func @narrow_numbers(%x: tensor<i8>, %y: tensor<i8>) -> tensor<i8> {
  %0 = stablehlo.maximum %x, %y : tensor<i8>
  return %0 : tensor<i8>
}

// A number computed from sizes by floats becomes unsigned by way of a wide signless one.
// CHECK-LABEL: func.func @from_float
// CHECK: %[[WIDE:.*]] = stablehlo.convert %{{.*}} : (tensor<f32>) -> tensor<i64>
// CHECK: %[[CLAMPED:.*]] = stablehlo.clamp %{{.*}}, %[[WIDE]], %{{.*}} : tensor<i64>
// CHECK: %[[BITS:.*]] = stablehlo.convert %[[CLAMPED]] : (tensor<i64>) -> tensor<i8>
// CHECK: stablehlo.bitcast_convert %[[BITS]] : (tensor<i8>) -> tensor<ui8>
func.func @from_float(%x: tensor<?xf32>) -> tensor<ui8> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %1 = stablehlo.sqrt %0 : tensor<f32>
  %2 = stablehlo.convert %1 : (tensor<f32>) -> tensor<ui8>
  return %2 : tensor<ui8>
}

// (x - mean) / sqrt(variance + epsilon) * scale + offset
// [?, ?, 3], [?] => [?, ?, 3]
// CHECK-LABEL: func.func @batch_norm_of_unknown_features
// CHECK: %[[VARIANCE:.*]] = stablehlo.add %arg4, %{{.*}} : tensor<?xf32>
// CHECK: %[[DEVIATION:.*]] = stablehlo.sqrt %[[VARIANCE]]
// CHECK: %[[MEAN:.*]] = stablehlo.dynamic_broadcast_in_dim %arg3, %{{.*}}, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>}
// CHECK: stablehlo.subtract %arg0, %[[MEAN]]
// CHECK: %[[ALL:.*]] = stablehlo.dynamic_broadcast_in_dim %[[DEVIATION]], %{{.*}}, dims = [1]
// CHECK: stablehlo.divide %{{.*}}, %[[ALL]]
// CHECK: %[[SCALE:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1,
// CHECK: stablehlo.multiply %{{.*}}, %[[SCALE]]
// CHECK: %[[OFFSET:.*]] = stablehlo.dynamic_broadcast_in_dim %arg2,
// CHECK: stablehlo.add %{{.*}}, %[[OFFSET]]
func.func @batch_norm_of_unknown_features(%x: tensor<?x?x3xf32>, %scale: tensor<?xf32>, %offset: tensor<?xf32>, %mean: tensor<?xf32>, %variance: tensor<?xf32>) -> tensor<?x?x3xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<?x?x3xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?x?x3xf32>
  return %0 : tensor<?x?x3xf32>
}

// [?, ?] => [n, ?]
// CHECK-LABEL: func.func @set_size
// CHECK: %[[OWN:.*]] = arith.minui
// CHECK: tensor.extract_slice %arg0[%{{.*}}, %{{.*}}] [%[[OWN]], %{{.*}}] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
func.func @set_size(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
