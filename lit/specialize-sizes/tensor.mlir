// RUN: bcast-lower --split-input-file --pass-pipeline='builtin.module(specialize-sizes{shapes=4x6,5})' %s | FileCheck %s -enable-var-scope
// RUN: bcast-lower --split-input-file --pass-pipeline='builtin.module(specialize-sizes{shapes=4x?,5})' %s | FileCheck %s --check-prefix=PART
// RUN: not bcast-lower --split-input-file --verify-only --shapes=3x6,5 %s 2>&1 | FileCheck %s --check-prefix=ODD

// Sizes that are operands become part of attributes and types.
// CHECK-LABEL: func.func @reshapes(
// CHECK-SAME: -> (tensor<24xf32>, tensor<2x2x6xf32>)
// CHECK-NEXT: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<4x6xf32> into tensor<24xf32>
// CHECK-NEXT: tensor.expand_shape %{{.*}} output_shape [2, 2, 6] : tensor<4x6xf32> into tensor<2x2x6xf32>
// CHECK-NEXT: return
// PART-LABEL: func.func @reshapes(
// PART: tensor.collapse_shape %{{.*}} : tensor<4x?xf32> into tensor<?xf32>
// PART: tensor.expand_shape %{{.*}} output_shape [2, 2, %{{.*}}] : tensor<4x?xf32> into tensor<2x2x?xf32>
// ODD: [[# @LINE + 9]]:8: error: 'tensor.expand_shape' op does not take these sizes: expected dimension 0 of collapsed type to be static value of 2
func.func @reshapes(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?x2x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %half = arith.divui %m, %c2 : index
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %x [[0, 1], [2]] output_shape [%half, 2, %n] : tensor<?x?xf32> into tensor<?x2x?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?x2x?xf32>
}

// -----

// The offset stays an operand. A slice may lack dims of one element.
// CHECK-LABEL: func.func @slices(
// CHECK-SAME: -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4x6xf32>, tensor<4x6xf32>)
// CHECK: tensor.extract_slice %{{.*}}[0, %{{.*}}] [4, 5] [1, 1] : tensor<4x6xf32> to tensor<4x5xf32>
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [4, 1] [1, 1] : tensor<4x6xf32> to tensor<4xf32>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, %{{.*}}] [4, 5] [1, 1] : tensor<4x5xf32> into tensor<4x6xf32>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [4, 1] [1, 1] : tensor<4xf32> into tensor<4x6xf32>
// PART-LABEL: func.func @slices(
// PART: tensor.extract_slice %{{.*}}[0, %{{.*}}] [4, %{{.*}}] [1, 1] : tensor<4x?xf32> to tensor<4x?xf32>
// PART: tensor.insert_slice %{{.*}} into %{{.*}}[0, %{{.*}}] [4, %{{.*}}] [1, 1] : tensor<4x?xf32> into tensor<4x?xf32>
func.func @slices(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %less = arith.subi %n, %c1 : index
  %0 = tensor.extract_slice %x[0, %c1] [%m, %less] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor.extract_slice %x[0, 0] [%m, 1] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
  %2 = tensor.insert_slice %0 into %x[0, %c1] [%m, %less] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  %3 = tensor.insert_slice %1 into %x[0, 0] [%m, 1] [1, 1] : tensor<?xf32> into tensor<?x?xf32>
  return %0, %1, %2, %3 : tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @fillings(
// CHECK-SAME: -> (tensor<4x5xf32>, tensor<2x5xf32>, tensor<5xf32>, tensor<11x7xf32>)
// CHECK: tensor.generate
// CHECK: : tensor<4x5xf32>
// CHECK: tensor.splat %{{.*}} : tensor<2x5xf32>
// CHECK: tensor.empty() : tensor<5xf32>
// CHECK: tensor.pad %{{.*}} low[2, 1] high[%{{.*}}, 0]
// CHECK: : tensor<4x6xf32> to tensor<11x7xf32>
// PART-LABEL: func.func @fillings(
// PART: : tensor<4x?xf32> to tensor<11x?xf32>
func.func @fillings(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<2x?xf32>, tensor<?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %0 = tensor.generate %m, %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x?xf32>
  %1 = tensor.splat %zero[%n] : tensor<2x?xf32>
  %2 = tensor.empty(%n) : tensor<?xf32>
  %3 = tensor.pad %x low[2, 1] high[%n, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %0, %1, %2, %3 : tensor<?x?xf32>, tensor<2x?xf32>, tensor<?xf32>, tensor<?x?xf32>
}
