// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s -enable-var-scope

// CHECK-LABEL: func.func @twice
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xi32>, %[[Y:.*]]: tensor<2x3xf32>)
// CHECK: %[[SORTED:.*]]:2 = "stablehlo.sort"(%[[X]], %[[Y]]) <{dimension = 1 : i64, is_stable = false}> ({
// CHECK: ^bb0(%[[A:.*]]: tensor<i32>, %[[B:.*]]: tensor<i32>, %{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
// CHECK: stablehlo.compare LT, %[[A]], %[[B]]
// CHECK: return %[[SORTED]]#0, %[[SORTED]]#1, %[[SORTED]]#0
func.func @twice(%x: tensor<2x3xi32>, %y: tensor<2x3xf32>) -> (tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xi32>) {
  %0:3 = "stablehlo.sort"(%x, %y, %x) <{dimension = 1 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %p: tensor<f32>, %q: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %less = stablehlo.compare LT, %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xi32>
}
