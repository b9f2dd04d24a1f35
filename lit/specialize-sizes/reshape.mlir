// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=0 function=all})' %s | FileCheck %s --check-prefix=ALL
// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=6x4 function=bounded})' %s | FileCheck %s --check-prefix=BOUNDED
// RUN: not bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=5x4 function=bounded})' %s 2>&1 | FileCheck %s --check-prefix=ERROR

// Without elements, the size that is -1 is 0.
// ALL-LABEL: func.func @all(%arg0: tensor<0xi32>) -> tensor<0xi32>
// ALL-NOT: stablehlo.dynamic
func.func @all(%x: tensor<?xi32>) -> tensor<?xi32> {
  %shape = stablehlo.constant dense<-1> : tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?xi32>, tensor<1xi32>) -> tensor<?xi32>
  %n = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %row = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %row, dims = [0] : (tensor<?xi32>, tensor<1xi32>) -> tensor<?xi32>
  return %1 : tensor<?xi32>
}

// The size of a dim with a bound keeps the number of elements.
// BOUNDED-LABEL: func.func @bounded(%arg0: tensor<6x4xf32>) -> tensor<3x8xf32>
// BOUNDED: stablehlo.reshape %arg0 : (tensor<6x4xf32>) -> tensor<3x8xf32>
// ERROR: 'stablehlo.reshape' op does not take these sizes; expected a multiple of 8, the product of the sizes that are not -1, as number of elements of operand #0, got 20
func.func @bounded(%x: tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?x8xf32, #stablehlo.bounds<4, ?>> {
  %0 = stablehlo.reshape %x : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?x8xf32, #stablehlo.bounds<4, ?>>
  return %0 : tensor<?x8xf32, #stablehlo.bounds<4, ?>>
}
