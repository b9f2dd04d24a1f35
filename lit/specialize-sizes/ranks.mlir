// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=2x3,3})' %s | FileCheck %s
// RUN: not bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=2,2})' %s 2>&1 | FileCheck %s --check-prefix=ERROR

// The shape of an argument without rank gives the rank of what is computed from it.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
// CHECK-NEXT: %[[SUM:.*]] = chlo.broadcast_add %[[X]], %[[Y]] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[ABS:.*]] = stablehlo.abs %[[SUM]] : tensor<2x3xf32>
// CHECK-NEXT: %[[TAN:.*]] = chlo.tan %[[X]] : tensor<2x3xf32> -> tensor<2x3xf32>
// CHECK-NEXT: return %[[X]], %[[ABS]], %[[TAN]]
// ERROR: error: 'tensor.cast' op does not take these sizes: operand type 'tensor<2xf32>' and result type 'tensor<2x?xf32>' are cast incompatible
func.func @main(%x: tensor<*xf32>, %y: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<*xf32>, tensor<?xf32>) -> tensor<*xf32>
  %1 = tensor.cast %0 : tensor<*xf32> to tensor<?x?xf32>
  %2 = stablehlo.abs %1 : tensor<?x?xf32>
  %3 = tensor.cast %2 : tensor<?x?xf32> to tensor<*xf32>
  %4 = chlo.tan %x : tensor<*xf32> -> tensor<*xf32>
  return %x, %3, %4 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
