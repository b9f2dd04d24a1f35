// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops,carried-tensors})' %s | FileCheck %s -enable-var-scope

// JAX's `fori_loop` carries its counter twice. The last number begins as another value.
// CHECK-LABEL: func.func @counters(
func.func @counters(%x: tensor<?xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<i32>, tensor<i32>) {
  // CHECK: %[[LOOP:.*]]:4 = stablehlo.while(%[[I:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %arg1, %{{.*}} = %{{.*}})
  // CHECK: stablehlo.add %[[I]], %{{.*}} : tensor<i32>
  // CHECK: return %[[LOOP]]#3, %[[LOOP]]#0, %[[LOOP]]#2
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<100> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %j = %zero, %k = %n, %a = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %j, %one : tensor<i32>
    %2 = stablehlo.cosine %a : tensor<?xf32>
    stablehlo.return %1, %1, %1, %2 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<?xf32>
  }
  return %0#3, %0#1, %0#2 : tensor<?xf32>, tensor<i32>, tensor<i32>
}
