// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=0})' %s | FileCheck %s

// The product of two empty tensors of floats is a number that specialising does not compute.
// CHECK-LABEL: func.func @main(
// CHECK: %[[FLOAT:.*]] = stablehlo.dot_general
// CHECK: %[[WHOLE:.*]] = stablehlo.convert %[[FLOAT]]
// CHECK: return %[[WHOLE]] :
func.func @main(%x: tensor<?xf32>) -> tensor<i32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
  %1 = stablehlo.convert %0 : (tensor<f32>) -> tensor<i32>
  return %1 : tensor<i32>
}
