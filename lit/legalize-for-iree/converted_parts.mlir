// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=speed})' %s | FileCheck %s

// Truth values are joined before they become integers.
// CHECK-LABEL: func.func @parts
// CHECK-SAME: (%[[X:.*]]: tensor<?xi1>)
// CHECK: %[[SLICE:.*]] = stablehlo.slice %[[X]] [0:1] : (tensor<?xi1>) -> tensor<1xi1>
// CHECK: %[[REVERSE:.*]] = stablehlo.reverse %[[X]], dims = [0] : tensor<?xi1>
// CHECK: %[[ALL:.*]] = stablehlo.concatenate %[[SLICE]], %[[REVERSE]], dim = 0
// CHECK: stablehlo.convert %[[ALL]] : (tensor<?xi1>) -> tensor<?xi32>
func.func @parts(%x: tensor<?xi1>) -> tensor<?xi32> {
  %0 = stablehlo.convert %x : (tensor<?xi1>) -> tensor<?xi32>
  %1 = stablehlo.slice %0 [0:1] : (tensor<?xi32>) -> tensor<1xi32>
  %2 = stablehlo.reverse %0, dims = [0] : tensor<?xi32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<1xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %3 : tensor<?xi32>
}

// Two types have no common one.
// CHECK-LABEL: func.func @different
// CHECK: stablehlo.concatenate {{.*}} -> tensor<?xi32>
func.func @different(%x: tensor<?xi1>, %y: tensor<?xi8>) -> tensor<?xi32> {
  %0 = stablehlo.convert %x : (tensor<?xi1>) -> tensor<?xi32>
  %1 = stablehlo.convert %y : (tensor<?xi8>) -> tensor<?xi32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %2 : tensor<?xi32>
}
