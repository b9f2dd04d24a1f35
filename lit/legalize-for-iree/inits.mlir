// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s -enable-var-scope

// If the loop ends at once, IREE would free the memory of the tensor that is returned.
// CHECK-LABEL: func.func @used_behind
// CHECK: %[[SIZE:[^ ]*]] = tensor.dim %[[INIT:expanded[^ ]*]], %{{.*}} : tensor<?x16xf32>
// CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%[[INIT]])
// CHECK: %[[TIED:.*]] = "flow.tensor.tie_shape"(%[[HIDDEN]], %[[SIZE]])
// CHECK: stablehlo.while(%{{.*}} = %arg1, %{{.*}} = %[[TIED]])
func.func @used_behind(%x: tensor<?xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  %1:2 = stablehlo.while(%i = %n, %a = %0) : tensor<i32>, tensor<?xf32>
  cond {
    %2 = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.divide %i, %one : tensor<i32>
    %3 = stablehlo.subtract %2, %one : tensor<i32>
    %4 = stablehlo.multiply %a, %a : tensor<?xf32>
    stablehlo.return %3, %4 : tensor<i32>, tensor<?xf32>
  }
  return %1#1, %0 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @used_once
// CHECK-NOT: util.optimization_barrier
// CHECK: return
func.func @used_once(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  %1:2 = stablehlo.while(%i = %n, %a = %0) : tensor<i32>, tensor<?xf32>
  cond {
    %2 = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.divide %i, %one : tensor<i32>
    %3 = stablehlo.subtract %2, %one : tensor<i32>
    %4 = stablehlo.multiply %a, %a : tensor<?xf32>
    stablehlo.return %3, %4 : tensor<i32>, tensor<?xf32>
  }
  return %1#1 : tensor<?xf32>
}
