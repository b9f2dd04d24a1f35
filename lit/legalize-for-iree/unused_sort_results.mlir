// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s -enable-var-scope

// IREE needs a use of each result of unknown size.
// CHECK-LABEL: func.func @one_result_is_used
// CHECK: %[[SORTED:.*]]:2 = "stablehlo.sort"(%arg0, %arg1)
// CHECK: %[[TRUE:.*]] = stablehlo.constant dense<true>
// CHECK-NEXT: %[[HIDDEN:.*]] = stablehlo.optimization_barrier %[[TRUE]]
// CHECK-NEXT: %[[OTHER:.*]] = stablehlo.convert %[[SORTED]]#0 : (tensor<?xf32>) -> tensor<?xi32>
// CHECK-NEXT: %[[RESULT:.*]] = stablehlo.select %[[HIDDEN]], %[[SORTED]]#1, %[[OTHER]]
// CHECK-NEXT: return %[[RESULT]]
func.func @one_result_is_used(%x: tensor<?xf32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#1 : tensor<?xi32>
}

// To IREE, both iotas are the same tensor. Each sort gets one of its own.
// CHECK-LABEL: func.func @positions_of_two_types
// CHECK: %[[I:.*]] = stablehlo.dynamic_iota {{.*}} tensor<?xui32>
// CHECK: %[[FIRST:.*]] = stablehlo.select %{{.*}}, %[[I]],
// CHECK: "stablehlo.sort"(%arg0, %[[FIRST]])
// CHECK: %[[J:.*]] = stablehlo.dynamic_iota {{.*}} tensor<?xi32>
// CHECK: %[[SECOND:.*]] = stablehlo.select %{{.*}}, %[[J]],
// CHECK: "stablehlo.sort"(%arg1, %[[SECOND]])
func.func @positions_of_two_types(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<1xi32>) -> (tensor<?xui32>, tensor<?xi32>) {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xui32>
  %1:2 = "stablehlo.sort"(%x, %0) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<ui32>, %j: tensor<ui32>):
    %4 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xui32>) -> (tensor<?xf32>, tensor<?xui32>)
  %2 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %3:2 = "stablehlo.sort"(%y, %2) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %4 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %1#1, %3#1 : tensor<?xui32>, tensor<?xi32>
}
