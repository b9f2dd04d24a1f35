// RUN: bcast-lower %s --legalize-for-iree | FileCheck %s -enable-var-scope
// RUN: bcast-lower %s --target=iree | FileCheck %s --check-prefix=TARGET -enable-var-scope

// What a branch returns is computed in each call, from what is behind a barrier; what else uses the
// constant needs none.
// CHECK-LABEL: func.func @branch
// CHECK: %[[C:.*]] = stablehlo.constant dense<[2.000000e+00, 3.000000e+00]>
// CHECK: %[[B:.*]] = stablehlo.optimization_barrier %[[C]]
// CHECK: %[[S:.*]] = stablehlo.slice %[[B]] [1:2]
// CHECK: stablehlo.add %[[C]], %[[C]]
func.func @branch(%p: tensor<i1>, %x: tensor<1xf32>) -> (tensor<1xf32>, tensor<2xf32>) {
  %c = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %0 = stablehlo.slice %c [1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %1 = stablehlo.add %c, %c : tensor<2xf32>
  %2 = "stablehlo.if"(%p) ({
    stablehlo.return %0 : tensor<1xf32>
  }, {
    stablehlo.return %x : tensor<1xf32>
  }) : (tensor<i1>) -> tensor<1xf32>
  return %2, %1 : tensor<1xf32>, tensor<2xf32>
}

// So is what a loop begins with, and what its body returns. IREE does not free constants themselves.
// CHECK-LABEL: func.func @loop
// CHECK: %[[I:.*]] = stablehlo.constant dense<0>
// CHECK-NOT: optimization_barrier %[[I]]
// CHECK: %[[C:.*]] = stablehlo.constant dense<[5, 7]>
// CHECK-NEXT: %[[B:.*]] = stablehlo.optimization_barrier %[[C]]
// CHECK: stablehlo.reverse %[[B]]
// CHECK: stablehlo.while(%{{.*}} = %[[I]],
// CHECK: stablehlo.negate %[[B]]
func.func @loop(%n: tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %c = stablehlo.constant dense<[5, 7]> : tensor<2xi32>
  %0 = stablehlo.reverse %c, dims = [0] : tensor<2xi32>
  %1:3 = stablehlo.while(%k = %i, %a = %0, %b = %c) : tensor<i32>, tensor<2xi32>, tensor<2xi32>
  cond {
    %2 = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.add %k, %one : tensor<i32>
    %3 = stablehlo.negate %c : tensor<2xi32>
    stablehlo.return %2, %b, %3 : tensor<i32>, tensor<2xi32>, tensor<2xi32>
  }
  return %1#1, %1#2 : tensor<2xi32>, tensor<2xi32>
}

// An op with a region is computed from constants if its region reads nothing else, too.
// CHECK-LABEL: func.func @regions
// CHECK: %[[C:.*]] = stablehlo.constant dense<[1, 2, 3]>
// CHECK-NEXT: %[[B:.*]] = stablehlo.optimization_barrier %[[C]]
// CHECK: stablehlo.reduce(%[[B]]
// CHECK: stablehlo.constant dense<[4, 5, 6]>
// CHECK-NOT: stablehlo.optimization_barrier
// CHECK: return
func.func @regions(%p: tensor<i1>, %x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
  %d = stablehlo.constant dense<[4, 5, 6]> : tensor<3xi32>
  %1 = stablehlo.reduce(%d init: %zero) across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %3 = stablehlo.add %a, %x : tensor<i32>
    stablehlo.return %3 : tensor<i32>
  }
  %2:2 = "stablehlo.if"(%p) ({
    stablehlo.return %0, %1 : tensor<i32>, tensor<i32>
  }, {
    stablehlo.return %x, %x : tensor<i32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<i32>)
  return %2#0, %2#1 : tensor<i32>, tensor<i32>
}

// A fill of zeros behind a barrier does not become the zeros that its copy is chosen from: IREE would find that both
// are one tensor, and change what the function returns.
// TARGET-LABEL: func.func @zeros
// TARGET: %[[HIDDEN:.*]] = stablehlo.optimization_barrier %[[ZERO:.*]] : tensor<f32>
// TARGET: %[[FILL:.*]] = stablehlo.broadcast_in_dim %[[HIDDEN]]
// TARGET: %[[OTHER:.*]]:2 = stablehlo.optimization_barrier %[[ZERO]], %{{.*}} : tensor<f32>, tensor<i1>
// TARGET: "stablehlo.if"
// TARGET: %[[SHAPED:.*]] = stablehlo.transpose %[[FILL]]
// TARGET: %[[ZEROS:.*]] = stablehlo.broadcast_in_dim %[[OTHER]]#0
// TARGET: stablehlo.select %{{.*}}, %[[SHAPED]], %[[ZEROS]]
func.func @zeros(%p: tensor<i1>, %x: tensor<3x3xf32>, %u: tensor<1x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %1 = "stablehlo.if"(%p) ({
    %3 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
    stablehlo.return %3 : tensor<3x3xf32>
  }, {
    stablehlo.return %x : tensor<3x3xf32>
  }) : (tensor<i1>) -> tensor<3x3xf32>
  %2 = stablehlo.dynamic_update_slice %1, %u, %i, %i : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
  return %0, %2 : tensor<3x3xf32>, tensor<3x3xf32>
}
