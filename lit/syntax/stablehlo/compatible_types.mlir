// Types that need not be equal.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK-LABEL: func.func @quantized(
func.func @quantized(%q: tensor<2x!quant.uniform<i8:f32, 2.0:15>>, %r: tensor<2x!quant.uniform<i8:f32, 1.0>>, %f: tensor<2xf32>) {
  // CHECK-NEXT: stablehlo.uniform_quantize %arg0 : tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  // CHECK-NEXT: stablehlo.uniform_quantize %arg2 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
  // CHECK-NEXT: stablehlo.uniform_dequantize %arg0 : (tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2xf32>
  // CHECK-NEXT: stablehlo.add %arg0, %arg1 : (tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %0 = stablehlo.uniform_quantize %q : tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %1 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  %2 = stablehlo.uniform_dequantize %q : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2xf32>
  %3 = stablehlo.add %q, %r : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  return
}

// A sum is quantized per axis if an operand is.
// CHECK-LABEL: func.func @quantized_per_axis(
func.func @quantized_per_axis(%q: tensor<2x!quant.uniform<i8:f32:0, {2.0,1.0}>>, %r: tensor<2x!quant.uniform<i8<-100:100>:f32, 2.0:15>>) {
  // CHECK-NEXT: stablehlo.add
  %0 = stablehlo.add %q, %r : (tensor<2x!quant.uniform<i8:f32:0, {2.0,1.0}>>, tensor<2x!quant.uniform<i8<-100:100>:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32:0, {2.0,1.0}>>
  return
}

// CHECK-LABEL: func.func @sort(
func.func @sort(%a: tensor<?x16xf32>, %b: tensor<16x?xi32>) {
  // CHECK: (tensor<?x16xf32>, tensor<16x?xi32>) -> (tensor<16x?xf32>, tensor<16x16xi32>)
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<i32>, %w: tensor<i32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<?x16xf32>, tensor<16x?xi32>) -> (tensor<16x?xf32>, tensor<16x16xi32>)
  return
}

// A reduction yields the elements of its region, which may be wider.
// CHECK-LABEL: func.func @reductions(
func.func @reductions(%a: tensor<4xf32>, %i: tensor<f64>, %n: tensor<4xi8>, %m: tensor<i16>, %b: tensor<2xf64>) {
  // CHECK: (tensor<4xf32>, tensor<f64>) -> tensor<f32>
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f64>) -> tensor<f32>
  // CHECK: (tensor<4xi8>, tensor<i16>) -> tensor<i32>
  %1 = stablehlo.reduce(%n init: %m) across dimensions = [0] : (tensor<4xi8>, tensor<i16>) -> tensor<i32>
  reducer(%x: tensor<i32>, %y: tensor<i32>) {
    %9 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %9 : tensor<i32>
  }
  // CHECK: (tensor<4xf32>) -> tensor<2xf64>
  %2 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %9 = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %9 : tensor<f64>
  }) : (tensor<4xf32>) -> tensor<2xf64>
  // CHECK: (tensor<4xf32>) -> tensor<4xf64>
  %3 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %9 = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %9 : tensor<f64>
  }) : (tensor<4xf32>) -> tensor<4xf64>
  // CHECK: (tensor<4xf32>, tensor<2xf64>, tensor<f64>) -> tensor<4xf64>
  %4 = "stablehlo.select_and_scatter"(%a, %b, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %9 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %9 = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %9 : tensor<f64>
  }) : (tensor<4xf32>, tensor<2xf64>, tensor<f64>) -> tensor<4xf64>
  return
}

// CHECK-LABEL: func.func @random_state(
func.func @random_state(%s: tensor<2xui32>) {
  // CHECK-NEXT: stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui32>) -> (tensor<2xui64>, tensor<2xui32>)
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui32>) -> (tensor<2xui64>, tensor<2xui32>)
  return
}

// An empty attribute of a window is equivalent to a missing one.
// CHECK-LABEL: func.func @empty_windows(
func.func @empty_windows(%a: tensor<1x8x9x3xf32>, %k: tensor<2x2x3x4xf32>, %b: tensor<4x6xf32>, %i: tensor<f32>, %c: tensor<3x5xf32>) {
  // CHECK-NEXT: window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = [], reverse = []}
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = [], reverse = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x9x3xf32>, tensor<2x2x3x4xf32>) -> tensor<1x7x8x4xf32>
  // CHECK: padding = dense<> : tensor<0x2xi64>
  %1 = "stablehlo.reduce_window"(%b, %i) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64>, base_dilations = array<i64>, window_dilations = array<i64>, padding = dense<> : tensor<0x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %9 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf32>
  // CHECK: padding = dense<> : tensor<0x2xi64>
  %2 = "stablehlo.select_and_scatter"(%b, %c, %i) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64>, padding = dense<> : tensor<0x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %9 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %9 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<3x5xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}
