// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=scatters-of-several,masked-loops},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// One slice is inserted where it begins, unless that has to be clamped.
// CHECK-LABEL: func.func @slice
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[INDICES:.*]]: tensor<1xi32>, %[[UPDATE:.*]]: tensor<2xf32>)
// CHECK-NOT: stablehlo.scatter
// CHECK: %[[NUMBER:.*]] = tensor.extract %[[INDICES]]
// CHECK: %[[START:.*]] = arith.index_cast %[[NUMBER]]
// CHECK: arith.minsi %[[START]]
// CHECK: %[[CLAMPED:.*]] = arith.maxsi
// CHECK: %[[IS_INSIDE:.*]] = arith.cmpi eq, %[[START]], %[[CLAMPED]]
// CHECK: %[[PART:.*]] = stablehlo.real_dynamic_slice %[[X]]
// CHECK: %[[CONDITION:.*]] = tensor.from_elements %[[IS_INSIDE]] : tensor<i1>
// CHECK: %[[NEW:.*]] = stablehlo.select %[[CONDITION]], %[[UPDATE]], %[[PART]]
// CHECK: tensor.insert_slice %[[NEW]] into %[[X]][%[[CLAMPED]]] [2] [1] : tensor<2xf32> into tensor<?xf32>
func.func @slice(%x: tensor<?xf32>, %i: tensor<1xi32>, %u: tensor<2xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?xf32>, tensor<1xi32>, tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A slice of fewer dims than the tensor, at two indices, which is added.
// CHECK-LABEL: func.func @added_slice
// CHECK: %[[UPDATE:.*]] = stablehlo.reshape %arg2 : (tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
// CHECK: %[[IS_INSIDE:.*]] = arith.andi
// CHECK: %[[PART:.*]] = stablehlo.real_dynamic_slice %arg0
// CHECK: %[[SUM:.*]] = stablehlo.add %[[PART]], %[[UPDATE]]
// CHECK: stablehlo.select %{{.*}}, %[[SUM]], %[[PART]]
// CHECK: tensor.insert_slice %{{.*}} into %arg0[%{{.*}}, 0, %{{.*}}] [1, 4, 2] [1, 1, 1]
func.func @added_slice(%x: tensor<5x4x7xf32>, %i: tensor<1x2xi8>, %u: tensor<1x4x2xf32>) -> tensor<5x4x7xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [2, 0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<5x4x7xf32>, tensor<1x2xi8>, tensor<1x4x2xf32>) -> tensor<5x4x7xf32>
  return %0 : tensor<5x4x7xf32>
}

// What is in the tensor is the first operand.
// CHECK-LABEL: func.func @subtracted_slice
// CHECK: %[[PART:.*]] = stablehlo.real_dynamic_slice %arg0
// CHECK: stablehlo.subtract %[[PART]], %arg2
func.func @subtracted_slice(%x: tensor<7xf32>, %i: tensor<1xi32>, %u: tensor<2xf32>) -> tensor<7xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<7xf32>, tensor<1xi32>, tensor<2xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// The first dim may have no element, and the slice has none then.
// CHECK-LABEL: func.func @slice_in_a_dim_of_unknown_size
// CHECK: %[[SIZE:.*]] = tensor.dim %arg0, %c0
// CHECK: arith.minsi %[[SIZE]], %c1
// CHECK: stablehlo.real_dynamic_slice {{.*}} : (tensor<1x4x2xf32>, {{.*}}) -> tensor<?x4x2xf32>
// CHECK: tensor.insert_slice %{{.*}} into %arg0[%{{.*}}, 0, %{{.*}}] [%{{.*}}, 4, 2] [1, 1, 1]
func.func @slice_in_a_dim_of_unknown_size(%x: tensor<?x4x7xf32>, %i: tensor<1x2xi32>, %u: tensor<1x4x2xf32>) -> tensor<?x4x7xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [2, 0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x4x7xf32>, tensor<1x2xi32>, tensor<1x4x2xf32>) -> tensor<?x4x7xf32>
  return %0 : tensor<?x4x7xf32>
}

// There is no index, so every update is inside.
// CHECK-LABEL: func.func @scalar
// CHECK-NEXT: return %arg2
func.func @scalar(%x: tensor<f32>, %i: tensor<0xi32>, %u: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<f32>, tensor<0xi32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// One element is a slice of size 1 along each dim that has elements.
// CHECK-LABEL: func.func @element
// CHECK-NOT: stablehlo.scatter
// CHECK: stablehlo.add
// CHECK: stablehlo.select
// CHECK: tensor.insert_slice %{{.*}} into %arg0[%{{.*}}, %{{.*}}] [%{{.*}}, %{{.*}}] [1, 1]
func.func @element(%x: tensor<?x?xf32>, %i: tensor<2xi32>, %y: tensor<f32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %y) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<2xi32>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A tensor that has no element stays as it is.
// CHECK-LABEL: func.func @empty
// CHECK-NOT: stablehlo.scatter
// CHECK-NEXT: return %arg0
func.func @empty(%x: tensor<0x4xf32>, %i: tensor<1xi32>, %y: tensor<4xf32>) -> tensor<0x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<0x4xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// Without an index, as of JAX's `x.at[:].add(y)`, the update starts at the first element.
// CHECK-LABEL: func.func @without_index
// CHECK-NOT: stablehlo.select
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK: tensor.insert_slice %[[SUM]] into %arg0[0] [%{{.*}}] [1]
func.func @without_index(%x: tensor<?xf32>, %i: tensor<0xi32>, %u: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0]>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?xf32>, tensor<0xi32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
