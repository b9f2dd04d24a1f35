// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// A counted loop around another loop is none for IREE.
// CHECK-LABEL: func.func @counted
// CHECK: stablehlo.while(%[[I:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK: %[[HIDDEN:.*]] = stablehlo.optimization_barrier %[[I]] : tensor<i32>
// CHECK: stablehlo.compare LT, %[[HIDDEN]], %
// CHECK: stablehlo.while(%[[J:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK: stablehlo.compare LT, %[[J]], %
func.func @counted(%x: tensor<?x16xf32>, %n: tensor<i32>) -> tensor<?x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<?x16xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1:2 = stablehlo.while(%j = %zero, %b = %a) : tensor<i32>, tensor<?x16xf32>
    cond {
      %3 = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = stablehlo.negate %b : tensor<?x16xf32>
      %4 = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %4, %3 : tensor<i32>, tensor<?x16xf32>
    }
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1#1 : tensor<i32>, tensor<?x16xf32>
  }
  return %0#1 : tensor<?x16xf32>
}

// So is one whose limit is a constant beside the comparison.
// CHECK-LABEL: func.func @constant_limit
// CHECK: stablehlo.while(%[[I:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK: %[[HIDDEN:.*]] = stablehlo.optimization_barrier %[[I]] : tensor<i32>
// CHECK: stablehlo.compare GT, %[[HIDDEN]], %
func.func @constant_limit(%x: tensor<?xf32>, %n: tensor<i32>, %p: tensor<i1>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = "stablehlo.if"(%p) ({
      %3 = stablehlo.negate %a : tensor<?xf32>
      stablehlo.return %3 : tensor<?xf32>
    }, {
      stablehlo.return %a : tensor<?xf32>
    }) : (tensor<i1>) -> tensor<?xf32>
    %2 = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}
