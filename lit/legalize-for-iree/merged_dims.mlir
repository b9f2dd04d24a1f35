// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize,cse)' --split-input-file %s | FileCheck %s -enable-var-scope
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=merged-dims})' --split-input-file %s | FileCheck %s --check-prefix=OFF

// Rows are merged, and the last dim is divided.
// CHECK-LABEL: func @both(
// OFF-LABEL: func @both(
func.func @both(%x: tensor<?x?x8xf32>) -> tensor<?x2x4xf32> {
  // CHECK: %[[ROWS:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : tensor<?x?x8xf32> into tensor<?x8xf32>
  // CHECK: tensor.expand_shape %[[ROWS]] {{\[\[}}0], [1, 2]] output_shape [{{.*}}, 2, 4] : tensor<?x8xf32> into tensor<?x2x4xf32>
  // CHECK-NOT: tensor.reshape
  // OFF: tensor.reshape
  // OFF-NOT: tensor.collapse_shape
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?x8xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?x8xf32>
  %count = arith.muli %d0, %d1 : index
  %shape = tensor.from_elements %count, %c2, %c4 : tensor<3xindex>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?x8xf32>, tensor<3xindex>) -> tensor<?x2x4xf32>
  return %0 : tensor<?x2x4xf32>
}

// -----

// A dim of one element belongs to the dim beside it.
// CHECK-LABEL: func @of_one_element(
func.func @of_one_element(%x: tensor<?x?xf32>) -> tensor<?x1x?xf32> {
  // CHECK: tensor.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [{{.*}}, 1, {{.*}}] : tensor<?x?xf32> into tensor<?x1x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %shape = tensor.from_elements %d0, %c1, %d1 : tensor<3xindex>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x1x?xf32>
  return %0 : tensor<?x1x?xf32>
}

// -----

// Without elements, the result may have any second size, which the product of the operand's is not.
// CHECK-LABEL: func @of_given_size(
func.func @of_given_size(%x: tensor<?x?x2xf32>, %size: index) -> tensor<?x?xf32> {
  // CHECK-NOT: tensor.collapse_shape
  // CHECK: tensor.reshape %arg0
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?x2xf32>
  %shape = tensor.from_elements %d0, %size : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?x2xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The operand has a size that the result's type does not say.
// CHECK-LABEL: func @of_static_shape(
func.func @of_static_shape(%x: tensor<4x2xf32>, %size: index) -> tensor<?x2xf32> {
  // CHECK: tensor.reshape %arg0
  %c2 = arith.constant 2 : index
  %shape = tensor.from_elements %size, %c2 : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<4x2xf32>, tensor<2xindex>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
