// RUN: bcast-lower --target=iree %s | FileCheck %s
// RUN: bcast-lower --target=iree %s > %t
// RUN: bcast-lower --target=iree %t | diff %t -

// Where the window has one position, what it does not reach is no padding, or no element, also if the batch
// is unknown. Along the other dim, it has two.
// CHECK-LABEL: func.func @padded(
// CHECK: stablehlo.convolution(%arg0, %arg1) {{.*}} pad = {{\[\[}}1, 0], [1, 1]]
func.func @padded(%x: tensor<?x2x4x2xf32>, %w: tensor<3x3x2x3xf32>) -> tensor<?x1x2x3xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x2x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<?x1x2x3xf32>
  return %0 : tensor<?x1x2x3xf32>
}

// CHECK-LABEL: func.func @elements(
// CHECK: %[[PART:.*]] = stablehlo.slice %arg0 [0:2, 0:3]
// CHECK: "stablehlo.reduce_window"(%[[PART]], {{.*}}padding = dense<0> : tensor<2x2xi64>
func.func @elements(%x: tensor<2x5xf32>, %init: tensor<f32>) -> tensor<2x1xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 4>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// Of five elements with gaps, the window ends in a gap, which is padding then.
// CHECK-LABEL: func.func @gap(
// CHECK: %[[PART:.*]] = stablehlo.slice %arg0 [0:2]
// CHECK: "stablehlo.reduce_window"(%[[PART]], {{.*}}padding = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>
// CHECK-LABEL: func.func @whole(
// CHECK: "stablehlo.reduce_window"(%arg0, {{.*}}window_dimensions = array<i64: 5>
func.func @gap(%x: tensor<3xf32>, %init: tensor<f32>) -> tensor<1xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 5>, window_strides = array<i64: 9>, base_dilations = array<i64: 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
func.func @whole(%x: tensor<5xf32>, %init: tensor<f32>) -> tensor<1xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 5>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<5xf32>, tensor<f32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
