// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=scatters-of-several,masked-loops},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// Updates outside the tensor are written to one more row.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %[[INDICES:.*]]: tensor<?x1xi32>, %[[UPDATES:.*]]: tensor<?x4xf32>)
// CHECK-DAG: %[[LARGER:.*]] = tensor.insert_slice %[[X]] into %{{.*}}[0, 0] [%{{.*}}, 4] [1, 1] : tensor<?x4xf32> into tensor<?x4xf32>
// CHECK-DAG: %[[SIZE:.*]] = stablehlo.get_dimension_size %[[X]], dim = 0
// CHECK-DAG: %[[VECTOR:.*]] = stablehlo.reshape %[[SIZE]] : (tensor<i32>) -> tensor<1xi32>
// CHECK-DAG: %[[LIMIT:.*]] = stablehlo.dynamic_broadcast_in_dim %[[VECTOR]], %{{.*}}, dims = [1]
// CHECK-DAG: %[[BELOW:.*]] = stablehlo.compare LT, %[[INDICES]], %[[LIMIT]]
// CHECK-DAG: %[[NOT_NEGATIVE:.*]] = stablehlo.compare GE, %[[INDICES]], %{{.*}}
// CHECK-DAG: %[[IS_INSIDE:.*]] = stablehlo.and %[[BELOW]], %[[NOT_NEGATIVE]]
// CHECK: %[[INSIDE:.*]] = stablehlo.select %[[IS_INSIDE]], %[[INDICES]], %[[LIMIT]]
// CHECK: %[[STORED:.*]] = tensor.insert_slice %[[INSIDE]] into %{{.*}}[0, 0] [%{{.*}}, 1] [1, 1] : tensor<?x1xi32> into tensor<?x1xi32>
// CHECK: %[[RESULT:.*]] = "stablehlo.scatter"(%[[LARGER]], %[[STORED]], %[[UPDATES]]) <{scatter_dimension_numbers = {{[^,]*}}, inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK: tensor.extract_slice %[[RESULT]][0, 0] [%{{.*}}, 4] [1, 1]
func.func @rows(%x: tensor<?x4xf32>, %i: tensor<?x1xi32>, %u: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Each indexed dim has its own limit, in the order of the index vector.
// CHECK-LABEL: func.func @elements
// CHECK-SAME: (%[[X:.*]]: tensor<3x5xf32>
// CHECK-DAG: %[[THREE:.*]] = stablehlo.constant dense<3> : tensor<1xi32>
// CHECK-DAG: %[[FIVE:.*]] = stablehlo.constant dense<5> : tensor<1xi32>
// CHECK-DAG: %[[COLUMNS:.*]] = stablehlo.convert %[[FIVE]]
// CHECK-DAG: %[[ROWS:.*]] = stablehlo.convert %[[THREE]]
// CHECK-DAG: stablehlo.concatenate %[[COLUMNS]], %[[ROWS]], dim = 0
// CHECK-DAG: tensor.insert_slice %[[X]] into %{{.*}}[0, 0] [3, 5] [1, 1] : tensor<3x5xf32> into tensor<4x6xf32>
// CHECK: "stablehlo.scatter"
// CHECK: (tensor<4x6xf32>, tensor<7x2xi32>, tensor<7xf32>) -> tensor<4x6xf32>
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [3, 5] [1, 1] : tensor<4x6xf32> to tensor<3x5xf32>
func.func @elements(%x: tensor<3x5xf32>, %i: tensor<7x2xi64>, %u: tensor<7xf32>) -> tensor<3x5xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x5xf32>, tensor<7x2xi64>, tensor<7xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// Without an index vector dim, an index is a scalar.
// CHECK-LABEL: func.func @scalar_indices
// CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<i32>) -> tensor<2xi32>
// CHECK: "stablehlo.scatter"
// CHECK: -> tensor<?xf32>
func.func @scalar_indices(%x: tensor<?xf32>, %i: tensor<2xi32>, %u: tensor<2xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Only the indexed dim grows, not the batching dim.
// CHECK-LABEL: func.func @batched
// CHECK-DAG: tensor.insert_slice %arg0 into %{{.*}}[0, 0] [2, 5] [1, 1] : tensor<2x5xf32> into tensor<2x6xf32>
// CHECK-DAG: stablehlo.compare LT, %arg1
// CHECK: "stablehlo.scatter"
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [2, 5] [1, 1] : tensor<2x6xf32> to tensor<2x5xf32>
func.func @batched(%x: tensor<2x5xf32>, %i: tensor<2x3x1xi32>, %u: tensor<2x3xf32>) -> tensor<2x5xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<2x5xf32>, tensor<2x3x1xi32>, tensor<2x3xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// Several slices, which IREE rejects.
// CHECK-LABEL: func.func @slices
// CHECK: "stablehlo.scatter"(%arg0, %arg1, %arg2)
func.func @slices(%x: tensor<?xf32>, %i: tensor<3x1xi32>, %u: tensor<3x2xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?xf32>, tensor<3x1xi32>, tensor<3x2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Windows of one element in an indexed dim are elements, too; narrow indices are widened, so that
// they can be compared with sizes.
// CHECK-LABEL: func.func @windows_of_one
// CHECK: %[[WIDE:.*]] = stablehlo.convert %arg1 : (tensor<?x1xi8>) -> tensor<?x1xi32>
// CHECK: stablehlo.compare LT, %[[WIDE]]
// CHECK: "stablehlo.scatter"
// CHECK: (tensor<?xf32>, tensor<?x1xi32>, tensor<?x1xf32>) -> tensor<?xf32>
// CHECK: tensor.extract_slice
func.func @windows_of_one(%x: tensor<?xf32>, %i: tensor<?x1xi8>, %u: tensor<?x1xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?xf32>, tensor<?x1xi8>, tensor<?x1xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Known indices within the operand are written as they are.
// CHECK-LABEL: func.func @constant_indices_within
// CHECK-NOT: tensor.insert_slice
// CHECK: "stablehlo.scatter"(%arg0, %c, %
func.func @constant_indices_within(%x: tensor<?x4xf32>, %u: tensor<?x2xf32>) -> tensor<?x4xf32> {
  %i = stablehlo.constant dense<[[0], [3]]> : tensor<2x1xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x4xf32>, tensor<2x1xi32>, tensor<?x2xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @a_constant_index_beyond
// CHECK: tensor.insert_slice
func.func @a_constant_index_beyond(%x: tensor<?x4xf32>, %u: tensor<?x2xf32>) -> tensor<?x4xf32> {
  %i = stablehlo.constant dense<[[0], [4]]> : tensor<2x1xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x4xf32>, tensor<2x1xi32>, tensor<?x2xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Concatenated indices of a known number are computed before.
// CHECK-LABEL: func.func @elements_of_two_dims
// CHECK: %[[INSIDE:.*]] = stablehlo.select
// CHECK-NEXT: %[[COMPUTED:.*]] = stablehlo.optimization_barrier %[[INSIDE]] : tensor<3x2xi32>
// CHECK: "stablehlo.scatter"(%{{.*}}, %[[COMPUTED]], %arg2)
func.func @elements_of_two_dims(%x: tensor<?x?xf32>, %i: tensor<3x1xi32>, %y: tensor<3xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.concatenate %i, %i, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %1 = "stablehlo.scatter"(%x, %0, %y) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<3x2xi32>, tensor<3xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// The scatter is marked, so that it stays as it is when the output is lowered again.
// CHECK-LABEL: func.func @unsigned_indices
// CHECK-COUNT-1: stablehlo.select
// CHECK-NOT: stablehlo.select
// CHECK: stablehlo.scatter
// CHECK: }) {bcast.legalized} :
func.func @unsigned_indices(%x: tensor<?xi32>, %i: tensor<?xui8>, %u: tensor<?xi32>) -> tensor<?xi32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %v = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %v : tensor<i32>
  }) : (tensor<?xi32>, tensor<?xui8>, tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @unsigned_elements(%x: tensor<?x4xui8>, %i: tensor<?x2xi64>, %u: tensor<?xui8>) -> tensor<?x4xui8> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<ui8>, %q: tensor<ui8>):
    %v = stablehlo.maximum %p, %q : tensor<ui8>
    stablehlo.return %v : tensor<ui8>
  }) : (tensor<?x4xui8>, tensor<?x2xi64>, tensor<?xui8>) -> tensor<?x4xui8>
  return %r : tensor<?x4xui8>
}

// Several tensors stay as they are.
// CHECK-LABEL: func.func @two_tensors
// CHECK-NOT: tensor.insert_slice
// CHECK: "stablehlo.scatter"(%arg0, %arg0, %arg1, %arg2, %arg2)
func.func @two_tensors(%x: tensor<?xi32>, %i: tensor<3x1xi32>, %u: tensor<3xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %r:2 = "stablehlo.scatter"(%x, %x, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    stablehlo.return %c, %b : tensor<i32>, tensor<i32>
  }) : (tensor<?xi32>, tensor<?xi32>, tensor<3x1xi32>, tensor<3xi32>, tensor<3xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  return %r#0, %r#1 : tensor<?xi32>, tensor<?xi32>
}
