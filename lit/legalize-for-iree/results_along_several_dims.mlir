// A result that is broadcast along different dims for one op has a kernel of its own.
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=speed})' %s | FileCheck %s

// [4, 3] => [4], [4] x [4] => [4, 4]
// CHECK-LABEL: func.func @pairs
// CHECK: %[[SUM:.*]] = stablehlo.reduce
// CHECK: stablehlo.optimization_barrier %[[SUM]]
func.func @pairs(%x: tensor<4x3xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.subtract %1, %2 : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// Other ops compute what is broadcast, or move its dims.
// CHECK-LABEL: func.func @between
// CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general
// CHECK: stablehlo.optimization_barrier %[[PRODUCT]]
func.func @between(%x: tensor<4x3xf32>, %y: tensor<3x1xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x1xf32>) -> tensor<4x1xf32>
  %1 = stablehlo.exponential %0 : tensor<4x1xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<4x1xf32>) -> tensor<1x4xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.reshape %0 : (tensor<4x1xf32>) -> tensor<4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.negate %3 : tensor<4x4xf32>
  %7 = stablehlo.add %5, %6 : tensor<4x4xf32>
  return %7 : tensor<4x4xf32>
}

// Of two results, one is along each dim.
// CHECK-LABEL: func.func @two_results
// CHECK: %[[BOTH:.*]]:2 = stablehlo.reduce
// CHECK-DAG: stablehlo.optimization_barrier %[[BOTH]]#0
// CHECK-DAG: stablehlo.optimization_barrier %[[BOTH]]#1
func.func @two_results(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.reduce(%x init: %zero), (%y init: %zero) across dimensions = [1] : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
    reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<f32>, %d: tensor<f32>) {
    %s = stablehlo.add %a, %c : tensor<f32>
    %m = stablehlo.maximum %b, %d : tensor<f32>
    stablehlo.return %s, %m : tensor<f32>, tensor<f32>
  }
  %1 = stablehlo.broadcast_in_dim %0#0, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.broadcast_in_dim %0#1, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.add %1, %2 : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @same_dim
// CHECK-NOT: optimization_barrier
func.func @same_dim(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
  %2 = stablehlo.exponential %0 : tensor<4xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
  %4 = stablehlo.add %1, %3 : tensor<4x3xf32>
  return %4 : tensor<4x3xf32>
}

// Different ops read it along different dims.
// CHECK-LABEL: func.func @two_ops
// CHECK-NOT: optimization_barrier
func.func @two_ops(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.add %1, %x : tensor<4x4xf32>
  %4 = stablehlo.add %2, %x : tensor<4x4xf32>
  return %3, %4 : tensor<4x4xf32>, tensor<4x4xf32>
}
