func.func @"stablehlo.convolution"(%x: tensor<?x?x?xf32>, %k: tensor<3x?x4xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?xf32>, tensor<3x?x4xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.transpose %0, dims = [0, 1, 2] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %c = stablehlo.slice %x [0:0, 0:0, 0:0] : (tensor<?x?x?xf32>) -> tensor<0x0x0xf32>
  %s = stablehlo.constant dense<4> : tensor<1xi32>
  %2 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %t = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %r, %t : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.convolution: groups and dilation"(%x: tensor<?x4x?xf32>, %k: tensor<2x2x4xf32>) -> tensor<?x4x?xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[0, i, o]->[b, f, 0], window = {pad = [[0, 3]], rhs_dilate = [3]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x4x?xf32>, tensor<2x2x4xf32>) -> tensor<?x4x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x4x?xf32>, tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
  return %sum : tensor<?x4x?xf32>
}

// -----

func.func @"stablehlo.convolution: batch groups"(%x: tensor<?x?x?xf32>, %k: tensor<1x?x4xf32>) -> tensor<?x?x?xf32> {
  // guards: 2
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?xf32>, tensor<1x?x4xf32>) -> tensor<?x?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %sum : tensor<?x?x?xf32>
}

// -----

func.func @"stablehlo.reduce_window"(%x: tensor<?x?xf32>, %v: tensor<f32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.reduce_window"(%x, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_dilations = array<i64: 1, 2>, padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>} : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.reduce_window: negative padding"(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %0 = "stablehlo.reduce_window"(%x, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[-1, 2]]> : tensor<1x2xi64>} : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.select_and_scatter"(%x: tensor<?x?xf32>, %s: tensor<?x?xf32>, %v: tensor<f32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.convolution: strided"(%x: tensor<?x?x4xf32>, %y: tensor<?x?x4xf32>, %k: tensor<3x4x4xf32>) -> tensor<?x?x4xf32> {
  %w = stablehlo.add %x, %y : tensor<?x?x4xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<3x4x4xf32>) -> tensor<?x?x4xf32>
  %1 = stablehlo.convolution(%y, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<3x4x4xf32>) -> tensor<?x?x4xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  return %sum : tensor<?x?x4xf32>
}

// -----

func.func @"stablehlo.convolution: padding at another end"(%x: tensor<?x?x4xf32>, %y: tensor<?x?x4xf32>, %k: tensor<3x4x4xf32>) -> tensor<?x?x4xf32> {
  %w = stablehlo.add %x, %y : tensor<?x?x4xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[2, 0]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<3x4x4xf32>) -> tensor<?x?x4xf32>
  %1 = stablehlo.convolution(%y, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[0, 2]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<3x4x4xf32>) -> tensor<?x?x4xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  return %sum : tensor<?x?x4xf32>
}

// -----

func.func @"stablehlo.convolution: another stride"(%x: tensor<?x?x4xf32>, %y: tensor<?x?x4xf32>, %k: tensor<3x4x4xf32>) -> tensor<?x?x4xf32> {
  // guards: 1
  %w = stablehlo.add %x, %y : tensor<?x?x4xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<3x4x4xf32>) -> tensor<?x?x4xf32>
  %1 = stablehlo.convolution(%y, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<3x4x4xf32>) -> tensor<?x?x4xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  return %sum : tensor<?x?x4xf32>
}

// -----

func.func @"stablehlo.convolution: another dilation"(%x: tensor<?x?x4xf32>, %y: tensor<?x?x4xf32>, %k: tensor<3x4x4xf32>) -> tensor<?x?x4xf32> {
  // guards: 1
  %w = stablehlo.add %x, %y : tensor<?x?x4xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<3x4x4xf32>) -> tensor<?x?x4xf32>
  %1 = stablehlo.convolution(%y, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<3x4x4xf32>) -> tensor<?x?x4xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  return %sum : tensor<?x?x4xf32>
}

// -----

func.func @"stablehlo.convolution: a dynamic window"(%x: tensor<?x?x4xf32>, %y: tensor<?x?x4xf32>, %k: tensor<?x4x4xf32>) -> tensor<?x?x4xf32> {
  %w = stablehlo.add %x, %y : tensor<?x?x4xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<?x4x4xf32>) -> tensor<?x?x4xf32>
  %1 = stablehlo.convolution(%y, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<?x4x4xf32>) -> tensor<?x?x4xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  return %sum : tensor<?x?x4xf32>
}

// -----

func.func @"stablehlo.dynamic_conv"(%x: tensor<?x?x4xf32>, %k: tensor<3x4x4xf32>) -> tensor<?x?x4xf32> {
  %p = stablehlo.constant dense<[[2, 0]]> : tensor<1x2xi32>
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi32>) -> tensor<?x?x4xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  return %sum : tensor<?x?x4xf32>
}

// -----

func.func @"stablehlo.dynamic_conv: any padding"(%x: tensor<?x?x4xf32>, %k: tensor<3x4x4xf32>, %p: tensor<1x2xi32>) -> tensor<?x?x4xf32> {
  // guards: 1
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi32>) -> tensor<?x?x4xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  return %sum : tensor<?x?x4xf32>
}

// -----

func.func @"stablehlo.reduce_window: strided"(%x: tensor<?xf32>, %y: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %w = stablehlo.add %x, %y : tensor<?xf32>
  %0 = "stablehlo.reduce_window"(%x, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = "stablehlo.reduce_window"(%y, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.reduce_window: two inputs"(%x: tensor<?xf32>, %y: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %0:2 = "stablehlo.reduce_window"(%x, %y, %v, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %2 = stablehlo.maximum %a, %c : tensor<f32>
    %3 = stablehlo.maximum %b, %d : tensor<f32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>)
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// A kernel without elements has as many positions as there are distances between them, but none over
// an empty input.
func.func @"stablehlo.convolution: a dynamic window, strided"(%x: tensor<?x?x4xf32>, %y: tensor<?x?x4xf32>, %k: tensor<?x4x4xf32>) -> tensor<?x?x4xf32> {
  %w = stablehlo.add %x, %y : tensor<?x?x4xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]], lhs_dilate = [2], rhs_dilate = [3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<?x4x4xf32>) -> tensor<?x?x4xf32>
  %1 = stablehlo.convolution(%y, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[0, 1]], lhs_dilate = [2], rhs_dilate = [3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x4xf32>, tensor<?x4x4xf32>) -> tensor<?x?x4xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  return %sum : tensor<?x?x4xf32>
}

// -----

func.func @"iree_linalg_ext.scan"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0:2 = "iree_linalg_ext.scan"(%x, %y, %z) ({
  ^bb0(%a: f32, %b: f32):
    %1 = arith.addf %a, %b : f32
    "iree_linalg_ext.yield"(%1) : (f32) -> ()
  }) {dimension = 0 : i64, inclusive = true, operandSegmentSizes = array<i32: 1, 2>} : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  %rows = chlo.broadcast_add %0#0, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %total = chlo.broadcast_add %0#1, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %rows, %total : tensor<?x?xf32>, tensor<?xf32>
}
