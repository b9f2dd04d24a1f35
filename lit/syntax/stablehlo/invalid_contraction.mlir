// Products whose dims do not match.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

func.func @contracting_sizes(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op requires equal sizes of contracting dimensions, but dimension 0 of operand #0 is 2 and dimension 1 of operand #1 is 3}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @number_of_dims(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op requires as many lhs_contracting_dimensions as rhs_contracting_dimensions, got 1 and 0}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @dim_twice(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op attribute 'dot_dimension_numbers' holds 0 more than once}}
  %0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3x3xf32>
  return
}

// -----

func.func @dim_out_of_range(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op attribute 'dot_dimension_numbers' holds 2, which is not a dimension of a tensor of rank 2}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [2] x [0] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @result(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op requires size 3 of dimension 1 of result #0 'tensor<3x4xf32>'}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @precisions(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op attribute 'precision_config' has 3 elements, but needs at most 2: one for each operand}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], precision = [HIGH, HIGH, HIGH] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @unknown_precision(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.dot_general' unknown precision: MEDIUM}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], precision = [MEDIUM] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @convolution_dims(%a: tensor<1x8x3xf32>, %k: tensor<2x3x4xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.convolution' expected dimensions 'b' and 'f'}}
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 0]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x3xf32>, tensor<2x3x4xf32>) -> tensor<1x7x4xf32>
  return
}

// -----

func.func @convolution_strides(%a: tensor<1x8x3xf32>, %k: tensor<2x3x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op attribute 'window_strides' has 2 elements, but needs 1: one for each dimension of the window}}
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x3xf32>, tensor<2x3x4xf32>) -> tensor<1x7x4xf32>
  return
}

// -----

func.func @window(%a: tensor<1x8x3xf32>, %k: tensor<2x3x4xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.convolution' unknown window attribute: size}}
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {size = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x3xf32>, tensor<2x3x4xf32>) -> tensor<1x7x4xf32>
  return
}

// -----

func.func @algorithm_of_no_hardware(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error @+1 {{dot algorithm is not known to be supported on any hardware: 7 operations on 'bf16' and 'bf16' of 1 and 1 components, accumulated in 'f32'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 7, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @algorithm_of_several_components(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error @+1 {{6 operations on 'bf16' and 'bf16' of 3 and 3 components}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @algorithm_accumulates_imprecisely(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error @+1 {{1 operations on 'f64' and 'f64' of 1 and 1 components, accumulated in 'f64', imprecisely}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f64, rhs_precision_type = f64, accumulation_type = f64, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
