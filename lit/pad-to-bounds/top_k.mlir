// RUN: bcast-lower "--pass-pipeline=builtin.module(pad-to-bounds{bounds=4x8})" %s | FileCheck %s

// No element is less than all that may be inside, where NaN of either sign has its place in the order.
// CHECK-LABEL: func.func @of_unknown_size(
// CHECK-NOT: chlo.top_k
// CHECK: %[[SORTED:.*]]:3 = "stablehlo.sort"(%arg0, %{{.*}}, %{{.*}}) <{dimension = 1 : i64, is_stable = true}>
// CHECK: stablehlo.compare GT, %{{.*}}, TOTALORDER
// CHECK: stablehlo.slice %[[SORTED]]#0 [0:4, 0:2] : (tensor<4x8xf32>) -> tensor<4x2xf32>
func.func @of_unknown_size(%x: tensor<?x?xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>) {
  %0, %1 = chlo.top_k(%x, k = 2) : tensor<?x?xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  return %0, %1 : tensor<?x2xf32>, tensor<?x2xi32>
}
