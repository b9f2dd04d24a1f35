// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize,cse)' %s | FileCheck %s

// [n, 4] => [n + 1, 4]
// CHECK-LABEL: func.func @padded
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%[[ZERO]]) : (f32) -> f32
// CHECK: %[[FILL:.*]] = "flow.tensor.splat"(%[[HIDDEN]], %[[N:.*]]) : (f32, index) -> tensor<?x4xf32>
// CHECK: tensor.insert_slice %arg0 into %[[FILL]]
func.func @padded(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %fill = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<2xi32>
  %high = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %0 = stablehlo.dynamic_pad %x, %fill, %none, %high, %none : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// A number that the program computes, and one of a type of which IREE passes no scalars.
// CHECK-LABEL: func.func @computed
// CHECK-NOT: flow.tensor.splat
// CHECK: return
func.func @computed(%x: tensor<?x4xf32>, %y: tensor<?x4xf16>, %fill: tensor<f32>) -> (tensor<?x4xf32>, tensor<?x4xf16>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f16>
  %none = stablehlo.constant dense<0> : tensor<2xi32>
  %high = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %0 = stablehlo.dynamic_pad %x, %fill, %none, %high, %none : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>
  %1 = stablehlo.dynamic_pad %y, %zero, %none, %high, %none : (tensor<?x4xf16>, tensor<f16>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf16>
  return %0, %1 : tensor<?x4xf32>, tensor<?x4xf16>
}
