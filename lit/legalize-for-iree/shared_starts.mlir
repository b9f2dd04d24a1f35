// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=carried-tensors},canonicalize,cse)' %s | FileCheck %s

// Each tensor but the first starts with a value of its own.
// CHECK-LABEL: func @once
func.func @once(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%arg0)
  // CHECK: %[[SECOND:.*]] = "flow.tensor.tie_shape"(%[[HIDDEN]]
  // CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%[[SECOND]])
  // CHECK: %[[THIRD:.*]] = "flow.tensor.tie_shape"(%[[HIDDEN]]
  // CHECK: stablehlo.while({{.*}} = %arg0, {{.*}} = %[[SECOND]], {{.*}} = %[[THIRD]])
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %0:4 = stablehlo.while(%i = %c3, %a = %x, %b = %x, %c = %x) : tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %c4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.sine %a : tensor<?xf32>
    %2 = stablehlo.cosine %b : tensor<?xf32>
    %3 = stablehlo.tanh %c : tensor<?xf32>
    %4 = stablehlo.add %i, %c3 : tensor<i32>
    stablehlo.return %4, %1, %2, %3 : tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  }
  return %0#1, %0#2, %0#3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// More iterations stay a loop.
// CHECK-LABEL: func @twice
func.func @twice(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK-NOT: util.optimization_barrier
  // CHECK: return
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %0:3 = stablehlo.while(%i = %c0, %a = %x, %b = %x) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %c2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.sine %a : tensor<?xf32>
    %2 = stablehlo.cosine %b : tensor<?xf32>
    %3 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %3, %1, %2 : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }
  return %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>
}
