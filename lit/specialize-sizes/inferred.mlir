// RUN: bcast-lower --shapes=2x6,4x0 %s | FileCheck %s -enable-var-scope
// RUN: bcast-lower --target=xla --shapes=2x6,4x0 %s | FileCheck %s -enable-var-scope
// RUN: bcast-lower --shapes=?x6,4x0 %s | FileCheck %s --check-prefix=PART
// RUN: not bcast-lower --verify-only --shapes=1x3,4x0 %s 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not bcast-lower --verify-only --shapes=2x0,4x0 %s 2>&1 | FileCheck %s --check-prefix=EMPTY

// A size of -1 keeps the number of elements, of which there may be none.
// CHECK-LABEL: func.func @inferred(
// CHECK-SAME: -> (tensor<3x4xf32>, tensor<2x6xf32>, tensor<0x3xf32>)
// CHECK-NEXT: stablehlo.reshape %{{.*}} : (tensor<2x6xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: stablehlo.reshape %{{.*}} : (tensor<4x0xf32>) -> tensor<0x3xf32>
// CHECK-NEXT: return

// Of a number of elements that is not given, it stays.
// PART: stablehlo.dynamic_reshape %{{.*}} : (tensor<?x6xf32>, tensor<2xi32>) -> tensor<?x4xf32>

// ODD: [[# @LINE + 9]]:8: error: 'stablehlo.dynamic_reshape' op does not take these sizes; expected a multiple of 4, the product of the sizes that are not -1, as number of elements of operand #0, got 3
// EMPTY: [[# @LINE + 9]]:8: error: 'stablehlo.dynamic_reshape' op does not take these sizes; expected no size of 0 beside the one that is -1
func.func @inferred(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x4xf32>, tensor<?x?xf32>, tensor<?x3xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %columns = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %absent = stablehlo.constant dense<-1> : tensor<1xi32>
  %four = stablehlo.constant dense<[-1, 4]> : tensor<2xi32>
  %three = stablehlo.constant dense<[-1, 3]> : tensor<2xi32>
  %s = stablehlo.concatenate %absent, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %four : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %1 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %2 = stablehlo.dynamic_reshape %y, %three : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  return %0, %1, %2 : tensor<?x4xf32>, tensor<?x?xf32>, tensor<?x3xf32>
}
