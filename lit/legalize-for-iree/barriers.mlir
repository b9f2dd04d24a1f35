// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree)' %s | FileCheck %s -enable-var-scope

// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %[[Y:.*]]: tensor<?xi32>)
// CHECK-NOT: optimization_barrier
// CHECK: return %[[Y]], %[[X]]
func.func @dynamic(%x: tensor<?x4xf32>, %y: tensor<?xi32>) -> (tensor<?xi32>, tensor<?x4xf32>) {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<?x4xf32>, tensor<?xi32>
  return %0#1, %0#0 : tensor<?xi32>, tensor<?x4xf32>
}

// Tensors of static shape keep a barrier.
// CHECK-LABEL: func.func @mixed
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<f32>, %[[Z:.*]]: tensor<0xi1>)
// CHECK-NEXT: %[[KEPT:.*]] = stablehlo.optimization_barrier %[[Y]] : tensor<f32>
// CHECK-NEXT: %[[EMPTY:.*]] = stablehlo.optimization_barrier %[[Z]] : tensor<0xi1>
// CHECK-NEXT: return %[[KEPT]], %[[X]], %[[EMPTY]]
func.func @mixed(%x: tensor<?xf32>, %y: tensor<f32>, %z: tensor<0xi1>) -> (tensor<f32>, tensor<?xf32>, tensor<0xi1>) {
  %0:3 = stablehlo.optimization_barrier %y, %x, %z : tensor<f32>, tensor<?xf32>, tensor<0xi1>
  return %0#0, %0#1, %0#2 : tensor<f32>, tensor<?xf32>, tensor<0xi1>
}

// CHECK-LABEL: func.func @static
// CHECK: stablehlo.optimization_barrier %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<f32>
func.func @static(%x: tensor<4xf32>, %y: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<4xf32>, tensor<f32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<f32>
}
