// RUN: bcast-lower --target=iree %s | FileCheck %s
// RUN: bcast-lower --target=iree %s > %t
// RUN: bcast-lower --target=iree %t | diff %t -

// The window visits every second row, and every third column.
// CHECK-LABEL: func.func @static(
// CHECK: %[[PART:.*]] = stablehlo.slice %arg0 [0:5:2, 0:6:3] : (tensor<5x6xf32>) -> tensor<3x2xf32>
// CHECK: "stablehlo.reduce_window"(%[[PART]], %arg1) <{window_dimensions = array<i64: 1, 1>}>
func.func @static(%x: tensor<5x6xf32>, %init: tensor<f32>) -> tensor<3x2xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 2, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<f32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: tensor.extract_slice %arg0[0, 0, 0, 0] [1, %{{.*}}, 4, 3] [1, 2, 2, 1] : tensor<1x?x8x3xf32> to tensor<1x?x4x3xf32>
func.func @dynamic(%x: tensor<1x?x8x3xf32>, %init: tensor<f32>) -> tensor<1x?x4x3xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 1, 1, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<1x?x8x3xf32>, tensor<f32>) -> tensor<1x?x4x3xf32>
  return %0 : tensor<1x?x4x3xf32>
}

// Of a window of more elements, and of one behind a padding, IREE computes the right elements.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: stablehlo.slice
// CHECK: return
func.func @others(%x: tensor<4x6xf32>, %init: tensor<f32>) -> (tensor<2x3xf32>, tensor<3x6xf32>) {
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  %1 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x6xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<3x6xf32>
}
