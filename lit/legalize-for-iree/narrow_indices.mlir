// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s -enable-var-scope

// IREE takes narrow negative starts for large ones, on static shapes, too.
// CHECK-LABEL: func.func @narrow_starts
// CHECK: %[[ROW:.*]] = stablehlo.convert %arg1 : (tensor<i8>) -> tensor<i32>
// CHECK: %[[COLUMN:.*]] = stablehlo.convert %arg2 : (tensor<i8>) -> tensor<i32>
// CHECK: stablehlo.dynamic_slice %arg0, %[[ROW]], %[[COLUMN]], sizes = [2, 2] : (tensor<200x3xf32>, tensor<i32>, tensor<i32>)
func.func @narrow_starts(%x: tensor<200x3xf32>, %i: tensor<i8>, %j: tensor<i8>) -> tensor<2x2xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 2] : (tensor<200x3xf32>, tensor<i8>, tensor<i8>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @narrow_starts_of_an_update
// CHECK: %[[START:.*]] = stablehlo.convert %arg2 : (tensor<i16>) -> tensor<i32>
// CHECK: stablehlo.dynamic_update_slice %arg0, %arg1, %[[START]]
func.func @narrow_starts_of_an_update(%x: tensor<40000xf32>, %y: tensor<2xf32>, %i: tensor<i16>) -> tensor<40000xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<40000xf32>, tensor<2xf32>, tensor<i16>) -> tensor<40000xf32>
  return %0 : tensor<40000xf32>
}

// CHECK-LABEL: func.func @signless_starts_stay
// CHECK-NEXT: stablehlo.dynamic_slice %arg0, %arg1
// CHECK-NEXT: stablehlo.dynamic_slice %arg0, %arg2
func.func @signless_starts_stay(%x: tensor<9xf32>, %i: tensor<i32>, %j: tensor<i64>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<9xf32>, tensor<i32>) -> tensor<2xf32>
  %1 = stablehlo.dynamic_slice %x, %j, sizes = [2] : (tensor<9xf32>, tensor<i64>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// A narrow index is widened before it is compared with the last one, which a narrow type may be
// unable to hold.
// CHECK-LABEL: func.func @narrow_indices
// CHECK: %[[WIDE:.*]] = stablehlo.convert %arg1 : (tensor<?xi8>) -> tensor<?xi32>
// CHECK: %[[NUMBER:.*]] = tensor.extract %[[WIDE]]
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[NUMBER]] : i32 to index
// CHECK: arith.minsi %[[INDEX]]
func.func @narrow_indices(%x: tensor<?x4xf32>, %i: tensor<?xi8>) -> tensor<?x4xf32> {
  %sizes = stablehlo.constant dense<[1, 4]> : tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x4xf32>, tensor<?xi8>, tensor<2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Unsigned indices need one bit more.
// CHECK-LABEL: func.func @unsigned_indices
// CHECK: %[[WIDE:.*]] = stablehlo.convert %arg1 : (tensor<?xui32>) -> tensor<?xi64>
// CHECK: %[[NUMBER:.*]] = tensor.extract %[[WIDE]]
// CHECK: arith.index_cast %[[NUMBER]] : i64 to index
func.func @unsigned_indices(%x: tensor<?x4xf32>, %i: tensor<?xui32>) -> tensor<?x4xf32> {
  %sizes = stablehlo.constant dense<[1, 4]> : tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x4xf32>, tensor<?xui32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Indices of 2^63 and more stay greater than all sizes.
// CHECK-LABEL: func.func @indices_beyond_signed_ones
// CHECK-DAG: %[[NONE:.*]] = stablehlo.constant dense<0> : tensor<ui64>
// CHECK-DAG: %[[MAX:.*]] = stablehlo.constant dense<9223372036854775807> : tensor<ui64>
// CHECK: %[[LIMITED:.*]] = stablehlo.clamp %[[NONE]], %arg1, %[[MAX]] : (tensor<ui64>, tensor<?x2xui64>, tensor<ui64>) -> tensor<?x2xui64>
// CHECK: %[[INDICES:.*]] = stablehlo.convert %[[LIMITED]] : (tensor<?x2xui64>) -> tensor<?x2xi64>
// CHECK-COUNT-2: tensor.extract_slice %[[INDICES]]
// CHECK: linalg.generic
func.func @indices_beyond_signed_ones(%x: tensor<?x?xf32>, %i: tensor<?x2xui64>) -> tensor<?xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<?x?xf32>, tensor<?x2xui64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Sizes that are constants of a narrow type remain known.
// CHECK-LABEL: func.func @constant_sizes
// CHECK: stablehlo.real_dynamic_slice {{.*}} -> tensor<200x3xf32>
func.func @constant_sizes(%x: tensor<?x?xf32>, %i: tensor<2xi16>) -> tensor<200x3xf32> {
  %rows = stablehlo.constant dense<200> : tensor<1xui8>
  %columns = stablehlo.constant dense<3> : tensor<1xui8>
  %sizes = stablehlo.concatenate %rows, %columns, dim = 0 : (tensor<1xui8>, tensor<1xui8>) -> tensor<2xui8>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0, 1]>}> : (tensor<?x?xf32>, tensor<2xi16>, tensor<2xui8>) -> tensor<200x3xf32>
  return %0 : tensor<200x3xf32>
}

// CHECK-LABEL: func.func @constant_padding
// CHECK-NOT: stablehlo.dynamic_pad
// CHECK: tensor.insert_slice %arg0
func.func @constant_padding(%x: tensor<?xf32>, %v: tensor<f32>, %low: tensor<1xui64>) -> tensor<?xf32> {
  %none = stablehlo.constant dense<0> : tensor<1xui64>
  %0 = stablehlo.dynamic_pad %x, %v, %low, %none, %none : (tensor<?xf32>, tensor<f32>, tensor<1xui64>, tensor<1xui64>, tensor<1xui64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// IREE rejects unsigned sizes.
// CHECK-LABEL: func.func @unsigned_sizes
// CHECK: %[[SIZES:.*]] = stablehlo.convert %arg0 : (tensor<1xui8>) -> tensor<1xi32>
// CHECK: stablehlo.dynamic_iota %[[SIZES]], dim = 0
func.func @unsigned_sizes(%n: tensor<1xui8>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xui8>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @unsigned_limits
// CHECK-COUNT-3: stablehlo.convert %{{.*}} : (tensor<1xui8>) -> tensor<1xi32>
// CHECK: stablehlo.real_dynamic_slice %arg0, {{.*}} : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
func.func @unsigned_limits(%x: tensor<?xf32>, %a: tensor<1xui8>, %b: tensor<1xui8>, %c: tensor<1xui8>) -> tensor<?xf32> {
  %0 = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<?xf32>, tensor<1xui8>, tensor<1xui8>, tensor<1xui8>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
