// Convolutions. Each is named by its constraint in StableHLO's specification.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

// convolution_c1
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2xf32>) {
  // expected-error @+1 {{requires operands of one rank, at least 2, got 3 and 2}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  }> : (tensor<1x4x2xf32>, tensor<3x2xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// convolution_c2
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{attribute 'window_strides' has 2 elements, but needs 1}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    window_strides = array<i64: 1, 1>
  }> : (tensor<1x4x2xf32>, tensor<3x2x2xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// convolution_c3
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{attribute 'window_strides' holds 0, but needs at least 1}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    window_strides = array<i64: 0>
  }> : (tensor<1x4x2xf32>, tensor<3x2x2xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// convolution_c4
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{attribute 'padding' has shape [2, 2], but needs [1, 2]}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    padding = dense<0> : tensor<2x2xi64>
  }> : (tensor<1x4x2xf32>, tensor<3x2x2xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// convolution_c5
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{attribute 'lhs_dilation' has 2 elements, but needs 1}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    lhs_dilation = array<i64: 1, 1>
  }> : (tensor<1x4x2xf32>, tensor<3x2x2xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// convolution_c6
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{attribute 'lhs_dilation' holds 0, but needs at least 1}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    lhs_dilation = array<i64: 0>
  }> : (tensor<1x4x2xf32>, tensor<3x2x2xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// convolution_c7
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{attribute 'rhs_dilation' has 2 elements, but needs 1}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    rhs_dilation = array<i64: 1, 1>
  }> : (tensor<1x4x2xf32>, tensor<3x2x2xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// convolution_c8
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{attribute 'rhs_dilation' holds -1, but needs at least 1}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    rhs_dilation = array<i64: -1>
  }> : (tensor<1x4x2xf32>, tensor<3x2x2xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// convolution_c9
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{attribute 'window_reversal' has 2 elements, but needs 1}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    window_reversal = array<i1: true, true>
  }> : (tensor<1x4x2xf32>, tensor<3x2x2xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// convolution_c10
func.func @f(%a: tensor<3x4x2xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{requires a batch_group_count that divides the input batch size 3, got 2}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 2 : i64
  }> : (tensor<3x4x2xf32>, tensor<3x2x2xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// convolution_c11
func.func @f(%a: tensor<1x4x3xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{requires a feature_group_count that divides the input feature size 3, got 2}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 2 : i64,
    batch_group_count = 1 : i64
  }> : (tensor<1x4x3xf32>, tensor<3x2x2xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// convolution_c12
func.func @f(%a: tensor<1x4x4x2xf32>, %b: tensor<3x3x2x2xf32>) {
  // expected-error @+1 {{requires rank 3 of operand #0}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  }> : (tensor<1x4x4x2xf32>, tensor<3x3x2x2xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

// convolution_c14
func.func @f(%a: tensor<1x4x3xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{requires a kernel input feature size of 3, the input features of one group, got 2}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  }> : (tensor<1x4x3xf32>, tensor<3x2x2xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// convolution_c15
func.func @f(%a: tensor<2x4x2xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{requires a batch_group_count that divides the kernel output feature size 3, got 2}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 2 : i64
  }> : (tensor<2x4x2xf32>, tensor<3x2x3xf32>) -> tensor<1x2x3xf32>
  return
}

// -----

// convolution_c16
func.func @f(%a: tensor<1x4x4xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{requires a feature_group_count that divides the kernel output feature size 3, got 2}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 2 : i64,
    batch_group_count = 1 : i64
  }> : (tensor<1x4x4xf32>, tensor<3x2x3xf32>) -> tensor<1x2x3xf32>
  return
}

// -----

// convolution_c23
func.func @f(%a: tensor<2x4x4xf32>, %b: tensor<3x2x4xf32>) {
  // expected-error @+1 {{requires feature_group_count or batch_group_count to be 1}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 2 : i64,
    batch_group_count = 2 : i64
  }> : (tensor<2x4x4xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

// convolution_c24
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{attribute 'precision_config' has 3 elements, but needs at most 2}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]
  }> : (tensor<1x4x2xf32>, tensor<3x2x2xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// convolution_c26
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{requires size 2 of dimension 1 of result #0}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  }> : (tensor<1x4x2xf32>, tensor<3x2x2xf32>) -> tensor<1x3x2xf32>
  return
}

// -----

// convolution_c26 (kernel without elements)
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<0x2x2xf32>) {
  // expected-error @+1 {{requires a size of at least 1 of dimension 0 of operand #1}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  }> : (tensor<1x4x2xf32>, tensor<0x2x2xf32>) -> tensor<1x3x2xf32>
  return
}

// -----

// convolution_c27
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2x2xf16>) {
  // expected-error @+1 {{requires equal element types}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  }> : (tensor<1x4x2xf32>, tensor<3x2x2xf16>) -> tensor<1x2x2xf32>
  return
}

// -----

// dynamic_conv_c4
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2x2xf32>, %c: tensor<2x2xi32>) {
  // expected-error @+1 {{requires size 1 of dimension 0 of operand #2}}
  "stablehlo.dynamic_conv"(%a, %b, %c) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  }> : (tensor<1x4x2xf32>, tensor<3x2x2xf32>, tensor<2x2xi32>) -> tensor<1x?x2xf32>
  return
}
