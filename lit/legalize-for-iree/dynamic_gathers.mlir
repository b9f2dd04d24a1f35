// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

// A gather of any other form computes each element as the specification says. Starts are clamped.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xf32>, %[[I:.*]]: tensor<?x2xi64>, %[[SIZES:.*]]: tensor<2xi32>)
func.func @rows(%x: tensor<?x?xf32>, %i: tensor<?x2xi64>, %sizes: tensor<2xi32>) -> tensor<?x?xf32> {
  // The two numbers of each index.
  // CHECK-DAG: %[[ROWS:.*]] = tensor.extract_slice %[[I]][0, 0] [%[[N:.*]], 1] [1, 1] : tensor<?x2xi64> to tensor<?xi64>
  // CHECK-DAG: %[[COLUMNS:.*]] = tensor.extract_slice %[[I]][0, 1] [%[[N]], 1] [1, 1] : tensor<?x2xi64> to tensor<?xi64>
  // A loop over the elements of the result.
  // CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}, %[[N]]) : tensor<?x?xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[ROWS]], %[[COLUMNS]] : tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>) outs(%[[EMPTY]] : tensor<?x?xf32>)
  // CHECK-NEXT: ^bb0(%[[ORIGIN:.*]]: f32, %[[ROW:.*]]: i64, %[[COLUMN:.*]]: i64, %{{.*}}: f32):
  // CHECK-NEXT: %[[OFFSET:.*]] = linalg.index 0
  // CHECK-NEXT: linalg.index 1
  // The clamped start, and the position in the slice.
  // CHECK-DAG: %[[ROW_INDEX:.*]] = arith.index_cast %[[ROW]]
  // CHECK-DAG: %[[COLUMN_INDEX:.*]] = arith.index_cast %[[COLUMN]]
  // CHECK: arith.minsi %[[ROW_INDEX]]
  // CHECK-NEXT: %[[START:.*]] = arith.maxsi
  // CHECK-NEXT: %[[PLACE:.*]] = arith.addi %[[START]], %[[OFFSET]]
  // The slice has one column.
  // CHECK: arith.minsi %[[COLUMN_INDEX]]
  // CHECK-NEXT: %[[OTHER:.*]] = arith.maxsi
  // CHECK-NEXT: %[[ELEMENT:.*]] = tensor.extract %[[X]][%[[PLACE]], %[[OTHER]]] : tensor<?x?xf32>
  // A choice that is always the element, which keeps IREE from making one loop of both.
  // CHECK: arith.select %{{.*}}, %[[ELEMENT]], %[[ORIGIN]] : f32
  // CHECK: return %[[RESULT]]
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [0, 1], index_vector_dim = 1>}> : (tensor<?x?xf32>, tensor<?x2xi64>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// The batching dim is that of the result; narrow numbers are widened.
// CHECK-LABEL: func.func @batched
// CHECK-SAME: (%[[X:.*]]: tensor<?x?x?xi32>, %[[I:.*]]: tensor<?x3x1xi8>
// CHECK: %[[WIDE:.*]] = stablehlo.convert %[[I]] : (tensor<?x3x1xi8>) -> tensor<?x3x1xi32>
// The elements of a slice have one index, which the loop reads.
// CHECK: %[[NUMBERS:.*]] = tensor.extract_slice %[[WIDE]][0, 0, 0] [%{{.*}}, 3, 1] [1, 1, 1] : tensor<?x3x1xi32> to tensor<?x3xi32>
// CHECK: linalg.generic
// CHECK: %[[BATCH:.*]] = linalg.index 0
// CHECK-NEXT: %[[PLACE:.*]] = linalg.index 1
// CHECK-NEXT: %[[OFFSET:.*]] = linalg.index 2
// CHECK-NEXT: tensor.extract %[[NUMBERS]][%[[BATCH]], %[[PLACE]]]
// CHECK: %[[START:.*]] = arith.maxsi
// CHECK-NEXT: tensor.extract %[[X]][%[[BATCH]], %[[START]], %[[OFFSET]]] : tensor<?x?x?xi32>
func.func @batched(%x: tensor<?x?x?xi32>, %i: tensor<?x3x1xi8>, %sizes: tensor<3xi32>) -> tensor<?x3x?xi32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>}> : (tensor<?x?x?xi32>, tensor<?x3x1xi8>, tensor<3xi32>) -> tensor<?x3x?xi32>
  return %0 : tensor<?x3x?xi32>
}

// The columns of a concatenation are its parts.
// CHECK-LABEL: func.func @concatenated
// CHECK-SAME: ({{.*}}, %[[A:[^:]*]]: tensor<?x1xi32>, %[[B:[^:]*]]: tensor<?x1xi32>
// CHECK-DAG: tensor.extract_slice %[[A]][0, 0] [%{{.*}}, 1] [1, 1] : tensor<?x1xi32> to tensor<?xi32>
// CHECK-DAG: tensor.extract_slice %[[B]][0, 0] [%{{.*}}, 1] [1, 1] : tensor<?x1xi32> to tensor<?xi32>
// CHECK: linalg.generic
func.func @concatenated(%x: tensor<?x?x?xf32>, %a: tensor<?x1xi32>, %b: tensor<?x1xi32>, %sizes: tensor<3xi32>) -> tensor<?x?xf32> {
  %i = stablehlo.concatenate %a, %b, dim = 1 : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>}> : (tensor<?x?x?xf32>, tensor<?x2xi32>, tensor<3xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// IREE cannot extract unsigned elements, but their bits.
// CHECK-LABEL: func.func @unsigned
// CHECK: stablehlo.bitcast_convert %arg0 : (tensor<?x?xui32>) -> tensor<?x?xi32>
// CHECK: %[[GATHERED:.*]] = linalg.generic {{.*}} ins(%[[BITS:[0-9]+]],
// CHECK: tensor.extract %[[BITS]][
// CHECK: stablehlo.bitcast_convert %[[GATHERED]] : (tensor<?x?xi32>) -> tensor<?x?xui32>
func.func @unsigned(%x: tensor<?x?xui32>, %i: tensor<?x2xi64>, %sizes: tensor<2xi32>) -> tensor<?x?xui32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [0, 1], index_vector_dim = 1>}> : (tensor<?x?xui32>, tensor<?x2xi64>, tensor<2xi32>) -> tensor<?x?xui32>
  return %0 : tensor<?x?xui32>
}

// One slice, at positions that are clamped so that it is within the operand.
// CHECK-LABEL: func.func @one_slice
// CHECK: %[[LEAST:.*]] = arith.minsi
// CHECK: arith.maxsi %[[LEAST]]
// CHECK: stablehlo.real_dynamic_slice %arg0, {{.*}} -> tensor<?x2xf32>
// CHECK-NOT: gather
// CHECK: return
func.func @one_slice(%x: tensor<?x4xf32>, %i: tensor<1xi32>, %n: tensor<1xi32>) -> tensor<?x2xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %s = stablehlo.concatenate %n, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0], index_vector_dim = 0>}> : (tensor<?x4xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// Indices are a reshape of a part of a tensor. If the gathered tensor broadcasts along a dim that may have size 1, it is
// not copied by `tensor.insert_slice` for other sizes, which IREE would not compile.
// CHECK-LABEL: func.func @gathered_at_a_reshaped_part(
// CHECK: %[[GATHERED:.*]] = linalg.generic
// CHECK: scf.if
// CHECK: } else {
// CHECK-NEXT: %[[KEPT:.*]] = stablehlo.dynamic_broadcast_in_dim %[[GATHERED]], %{{.*}}, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>}
// CHECK-NEXT: "util.optimization_barrier"() : () -> ()
// CHECK-NEXT: scf.yield %[[KEPT]]
func.func @gathered_at_a_reshaped_part(%x: tensor<?xf32>, %i: tensor<?x?xi32>, %start: tensor<2xi32>, %end: tensor<2xi32>, %shape: tensor<2xi32>, %sizes: tensor<1xi32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  %0 = stablehlo.real_dynamic_slice %i, %start, %end, %one : (tensor<?x?xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %1 = stablehlo.dynamic_reshape %0, %shape : (tensor<?x?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
  %2 = "stablehlo.gather"(%x, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %2, %sizes, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// Single elements, whose indices are computed in the loop.
// CHECK-LABEL: func.func @gathered_at_a_list(
// CHECK: %[[INDICES:.*]] = tensor.extract_slice
// CHECK: linalg.generic {{.*}} ins(%[[INDICES]] : tensor<?xi32>)
// CHECK: tensor.extract %arg0[
func.func @gathered_at_a_list(%x: tensor<?xf32>, %i: tensor<?xi32>, %shape: tensor<2xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_reshape %i, %shape : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
  %1 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
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

// Columns by indices.
// CHECK-LABEL: func.func @columns
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<?x5xf32>, tensor<?xi32>)
// CHECK: %[[ROW:.*]] = linalg.index 0
// CHECK: %[[COLUMN:.*]] = arith.maxsi
// CHECK: tensor.extract %arg0[%[[ROW]], %[[COLUMN]]]
func.func @columns(%x: tensor<?x5xf32>, %i: tensor<?xi32>) -> tensor<?x?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x5xf32>) -> tensor<i32>
  %r = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %r, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : (tensor<?x5xf32>, tensor<?xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A row, without the indexed dim.
// CHECK-LABEL: func.func @row
// CHECK: %[[SLICE:.*]] = stablehlo.real_dynamic_slice %arg0
// CHECK: tensor.reshape %[[SLICE]]
func.func @row(%x: tensor<?x?xf32>, %i: tensor<1xi32>, %s: tensor<2xi32>) -> tensor<?xf32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>}> : (tensor<?x?xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
