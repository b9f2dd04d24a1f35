// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=speed})' %s | FileCheck %s

// CHECK-LABEL: func.func @floats
// CHECK: linalg.generic
// CHECK: %[[MAGNITUDE:.*]] = math.absf %[[X:.*]] : f32
// CHECK: math.powf %[[MAGNITUDE]], %{{.*}} : f32
// CHECK: math.copysign %{{.*}}, %[[X]] : f32
func.func @floats(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.power %x, %y : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// What is said of the result stays.
// CHECK-LABEL: func.func @attributes
// CHECK: linalg.generic {{.*}} attrs = {{ *}}{mhlo.frontend_attributes = {mark = "1"}}
func.func @attributes(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.power %x, %x {mhlo.frontend_attributes = {mark = "1"}} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @integers
// CHECK-NEXT: stablehlo.power
func.func @integers(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = stablehlo.power %x, %y : tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @reducer
// CHECK: stablehlo.power
func.func @reducer(%x: tensor<?xf32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %one) across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.power %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}
