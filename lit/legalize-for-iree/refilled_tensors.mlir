// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// A tensor of a multiple of 64 bytes that is filled before a loop is filled again for its uses
// after it.
// CHECK-LABEL: func.func @filled_before
// CHECK-SAME: (%[[X:.*]]: tensor<?x16xf32>, %[[ONE:.*]]: tensor<f32>, %[[SHAPE:.*]]: tensor<2xi32>
// CHECK: %[[FIRST:.*]] = stablehlo.dynamic_broadcast_in_dim %[[ONE]], %[[SHAPE]], dims = []
// CHECK: stablehlo.while
// CHECK: stablehlo.add %{{.*}}, %[[FIRST]]
// CHECK: %[[AGAIN:.*]]:2 = stablehlo.optimization_barrier %[[ONE]], %[[ONE]]
// CHECK: %[[SECOND:.*]] = stablehlo.dynamic_broadcast_in_dim %[[AGAIN]]#0, %[[SHAPE]], dims = []
// CHECK: stablehlo.multiply %{{.*}}, %[[SECOND]]
func.func @filled_before(%x: tensor<?x16xf32>, %one: tensor<f32>, %s: tensor<2xi32>, %n: tensor<i32>) -> tensor<?x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %fill = stablehlo.dynamic_broadcast_in_dim %one, %s, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x16xf32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<?x16xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %a, %fill : tensor<?x16xf32>
    %2 = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<?x16xf32>
  }
  %3 = stablehlo.multiply %0#1, %fill : tensor<?x16xf32>
  return %3 : tensor<?x16xf32>
}
