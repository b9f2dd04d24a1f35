// RUN: bcast-lower --target=iree --iree-disable=merged-dims %s | FileCheck %s
// RUN: bcast-lower --target=iree --iree-disable=merged-dims %s > %t
// RUN: bcast-lower --target=iree --iree-disable=merged-dims %t | diff %t -

// [?, ?] => [?]
// CHECK-LABEL: func.func @given(
// CHECK: %[[LIST:.*]] = tensor.from_elements %c1, %{{.*}} : tensor<2xindex>
// CHECK: %[[ROW:.*]] = tensor.reshape %arg0(%[[LIST]]) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<1x?xf32>
// CHECK: tensor.collapse_shape %[[ROW]] {{\[\[}}0, 1]] : tensor<1x?xf32> into tensor<?xf32>
func.func @given(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %product = arith.muli %n, %m : index
  %0 = arith.index_cast %product : index to i64
  %shape = tensor.from_elements %0 : tensor<1xi64>
  %1 = tensor.reshape %x(%shape) : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
