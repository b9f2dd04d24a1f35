// Quantized operands and results. Each is named by its constraint in StableHLO's specification.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

// add_c2
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2xf32>) {
  // expected-error @+1 {{requires both operands and the result to be quantized if one of them is}}
  "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// add_c3
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x!quant.uniform<i16:f32, 1.0>>) {
  // expected-error @+1 {{requires one storage type, got 'i8', 'i16' and 'i8'}}
  "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i16:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// add_c4
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x!quant.uniform<i8:bf16, 1.0>>) {
  // expected-error @+1 {{requires one expressed type, got 'f32', 'bf16' and 'f32'}}
  "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i8:bf16, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// add_c5
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{requires result #0 to be quantized per axis if and only if an operand is}}
  "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// add_c6
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{requires one quantized dimension, but operand #0 has 0 and result #0 has 1}}
  "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

// add_c7
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) {
  // expected-error @+1 {{requires one quantized dimension, but operand #1 has 1 and result #0 has 0}}
  "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

// reshape_c1
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{requires the same scales and zero points of operand #0 and result #0}}
  "stablehlo.reshape"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

// reshape_c1 (per axis)
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error @+1 {{requires the same scales and zero points of operand #0 and result #0}}
  "stablehlo.reshape"(%a) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x1x!quant.uniform<i8:f32:0, {3.0, 2.0}>>
  return
}

// -----

// reshape_c3
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error @+1 {{requires as many elements in front of the quantized dimension of result #0 as of operand #0, got 2 and 1}}
  "stablehlo.reshape"(%a) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

// dynamic_reshape_c1
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2xi32>) {
  // expected-error @+1 {{requires the same scales and zero points of operand #0 and result #0}}
  "stablehlo.dynamic_reshape"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<2xi32>) -> tensor<2x2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

// transpose_c1
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{requires the same scales and zero points of operand #0 and result #0}}
  "stablehlo.transpose"(%a) <{
    permutation = array<i64: 1, 0>
  }> : (tensor<2x3x!quant.uniform<i8:f32, 1.0>>) -> tensor<3x2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

// transpose_c4
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error @+1 {{requires operand #0 to be quantized along dimension 1, got 0}}
  "stablehlo.transpose"(%a) <{
    permutation = array<i64: 1, 0>
  }> : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

// broadcast_in_dim_c1
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{requires the same scales and zero points of operand #0 and result #0}}
  "stablehlo.broadcast_in_dim"(%a) <{
    broadcast_dimensions = array<i64: 1>
  }> : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<3x2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

// broadcast_in_dim_c6
func.func @f(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error @+1 {{requires result #0 to be quantized along dimension 1, got 0}}
  "stablehlo.broadcast_in_dim"(%a) <{
    broadcast_dimensions = array<i64: 1>
  }> : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

// broadcast_in_dim_c6 (repeated)
func.func @f(%a: tensor<1x!quant.uniform<i8:f32:0, {1.0}>>) {
  // expected-error @+1 {{requires the scale and zero point of operand #0 for each element of result #0 along dimension 0}}
  "stablehlo.broadcast_in_dim"(%a) <{
    broadcast_dimensions = array<i64: 0>
  }> : (tensor<1x!quant.uniform<i8:f32:0, {1.0}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

// dot_general_c14
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2xf32>) {
  // expected-error @+1 {{requires operand #1 to be quantized, and both or none of operand #0 and result #0}}
  "stablehlo.dot_general"(%a, %b) <{
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>
  }> : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2xf32>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// dot_general_c15
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x!quant.uniform<i8:f32, 1.0:3>>) {
  // expected-error @+1 {{requires zero points of 0 of operand #1}}
  "stablehlo.dot_general"(%a, %b) <{
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>
  }> : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i8:f32, 1.0:3>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// dot_general_c16
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error @+1 {{requires a quantized dimension of operand #1 that is not contracted, got 0}}
  "stablehlo.dot_general"(%a, %b) <{
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>
  }> : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// dot_general_c17
func.func @f(%a: tensor<2x!quant.uniform<i16:f32, 1.0>>, %b: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{requires one storage type of the operands, got 'i16' and 'i8'}}
  "stablehlo.dot_general"(%a, %b) <{
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>
  }> : (tensor<2x!quant.uniform<i16:f32, 1.0>>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// dot_general_c18
func.func @f(%a: tensor<2x!quant.uniform<i8:bf16, 1.0>>, %b: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{requires one expressed type, got 'bf16', 'f32' and 'f32'}}
  "stablehlo.dot_general"(%a, %b) <{
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>
  }> : (tensor<2x!quant.uniform<i8:bf16, 1.0>>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// dot_general_c19
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{requires result #0 not to be quantized per axis, because operand #1 is not}}
  "stablehlo.dot_general"(%a, %b) <{
    dot_dimension_numbers = #stablehlo.dot<>
  }> : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<3x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

// dot_general_c20
func.func @f(%a: tensor<2xbf16>, %b: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{requires element type 'f32' of operand #0 and result #0, which operand #1 expresses, got 'bf16' and 'bf16'}}
  "stablehlo.dot_general"(%a, %b) <{
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>
  }> : (tensor<2xbf16>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<bf16>
  return
}

// -----

// convolution_c28
func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<3x2x2xf32>) {
  // expected-error @+1 {{requires operand #1 to be quantized, and both or none of operand #0 and result #0}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  }> : (tensor<1x4x2xf32>, tensor<3x2x2xf32>) -> tensor<1x2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// convolution_c29
func.func @f(%a: tensor<1x4x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) {
  // expected-error @+1 {{requires operand #1 to be quantized along dimension 2, its output feature dimension, got 1}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  }> : (tensor<1x4x2x!quant.uniform<i8:f32, 1.0>>, tensor<3x2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<1x2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// convolution_c30
func.func @f(%a: tensor<1x4x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x2x2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{requires result #0 to be quantized along dimension 2, its feature dimension, got 1}}
  "stablehlo.convolution"(%a, %b) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  }> : (tensor<1x4x2x!quant.uniform<i8:f32, 1.0>>, tensor<3x2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

// uniform_quantize_c2
func.func @f(%a: tensor<2xbf16>) {
  // expected-error @+1 {{requires one expressed type, but operand #0 has 'bf16' and result #0 has 'f32'}}
  "stablehlo.uniform_quantize"(%a) : (tensor<2xbf16>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// uniform_dequantize_c2
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{requires one expressed type, but operand #0 has 'f32' and result #0 has 'bf16'}}
  "stablehlo.uniform_dequantize"(%a) : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2xbf16>
  return
}

// -----

// reduce_c6
func.func @f(%a: tensor<2x3x!quant.uniform<i8:bf16, 1.0>>, %b: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{that holds elements of operand #0}}
  "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x:
      tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>): %s = stablehlo.add %x, %y : tensor<!quant.uniform<i8:f32, 1.0>>
      "stablehlo.return"(%s) : (tensor<!quant.uniform<i8:f32, 1.0>>) -> ()
  }) : (tensor<2x3x!quant.uniform<i8:bf16, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<3x!quant.uniform<i8:f32, 1.0>>
  return
}
