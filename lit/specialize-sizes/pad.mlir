// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=4x6,scalar})' %s | FileCheck %s -enable-var-scope

// 2 + 4 + 3 x 1 gaps, and 6 + 5 x 2 gaps - 1.
// CHECK-LABEL: func.func @pad(
// CHECK-NEXT: stablehlo.pad %{{.*}}, %{{.*}}, low = [2, 0], high = [0, -1], interior = [1, 2] : (tensor<4x6xf32>, tensor<f32>) -> tensor<9x15xf32>
func.func @pad(%x: tensor<?x?xf32>, %zero: tensor<f32>) -> tensor<?x?xf32> {
  %low = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
  %high = stablehlo.constant dense<[0, -1]> : tensor<2xi32>
  %interior = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.dynamic_pad %x, %zero, %low, %high, %interior : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
