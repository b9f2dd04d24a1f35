// RUN: bcast-lower --target=iree --profile=4x8 --split-input-file %s 2> %t | FileCheck %s
// RUN: FileCheck --check-prefix=WARNING %s < %t

// IREE makes several results without elements one allocation, and would return one of them as null.
// WARNING: warning: results 1 and 2 have no elements
// WARNING-NOT: warning
// CHECK-LABEL: func.func @two
// CHECK-NOT: call
func.func @two(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x0xf32>, tensor<?x0xf32>) {
  %0 = chlo.broadcast_add %x, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.slice %0 [0:0, 0:0] : (tensor<?x?xf32>) -> tensor<0x0xf32>
  %2 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.constant dense<0> : tensor<1xi32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %6 = stablehlo.dynamic_reshape %1, %5 : (tensor<0x0xf32>, tensor<2xi32>) -> tensor<?x0xf32>
  return %0, %6, %6 : tensor<?x?xf32>, tensor<?x0xf32>, tensor<?x0xf32>
}

// -----

// CHECK-LABEL: func.func @one
// CHECK: call @one_0
func.func @one(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<0x0xf32>) {
  %0 = chlo.broadcast_add %x, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.slice %0 [0:0, 0:0] : (tensor<?x?xf32>) -> tensor<0x0xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<0x0xf32>
}
