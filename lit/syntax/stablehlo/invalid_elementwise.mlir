// Elementwise ops with incompatible types.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

func.func @sizes(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.add' op requires compatible shapes, but operand #0 'tensor<2xf32>' and operand #1 'tensor<3xf32>' differ in dimension 0 (2 and 3)}}
  %0 = stablehlo.add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @ranks(%a: tensor<2xf32>, %b: tensor<2x1xf32>) {
  // expected-error @+1 {{'stablehlo.add' op requires compatible shapes, but operand #0 'tensor<2xf32>' and operand #1 'tensor<2x1xf32>' differ in rank}}
  %0 = stablehlo.add %a, %b : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @result_size(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.negate' op requires compatible shapes, but operand #0 'tensor<2xf32>' and result #0 'tensor<3xf32>' differ in dimension 0 (2 and 3)}}
  %0 = stablehlo.negate %a : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @beyond_bound(%a: tensor<9xf32>, %b: tensor<?xf32, #stablehlo.bounds<5>>) {
  // expected-error @+1 {{'stablehlo.add' op requires compatible shapes, but operand #0 'tensor<9xf32>' and operand #1 'tensor<?xf32, #stablehlo.bounds<5>>' differ in dimension 0 (9 and <=5)}}
  %0 = stablehlo.add %a, %b : (tensor<9xf32>, tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<?xf32>
  return
}

// -----

func.func @element_types(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.add' op requires equal element types, but operand #0 'tensor<2xf32>' and operand #1 'tensor<2xf64>' differ}}
  %0 = stablehlo.add %a, %b : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @element_type_of_op(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.and' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %0 = stablehlo.and %a, %a : tensor<2xf32>
  return
}

// -----

func.func @part(%a: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.real' op requires element type 'f32' of result #0, got 'f64'}}
  %0 = stablehlo.real %a : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @complex(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.complex' op requires element type 'complex<f32>' of result #0, got 'complex<f64>'}}
  %0 = stablehlo.complex %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return
}

// -----

func.func @predicate(%p: tensor<3xi1>, %a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.select' op requires compatible shapes, but operand #0 'tensor<3xi1>' and operand #1 'tensor<2xf32>' differ in dimension 0 (3 and 2)}}
  %0 = stablehlo.select %p, %a, %a : tensor<3xi1>, tensor<2xf32>
  return
}

// -----

func.func @limit(%l: tensor<3xf32>, %a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.clamp' op requires compatible shapes, but operand #0 'tensor<3xf32>' and operand #1 'tensor<2xf32>' differ in dimension 0 (3 and 2)}}
  %0 = stablehlo.clamp %l, %a, %a : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @direction(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.compare' op requires attribute 'comparison_direction'}}
  %0 = "stablehlo.compare"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @number_of_types(%a: tensor<2xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.add' expected types of 2 operands, got 1}}
  %0 = stablehlo.add %a, %a : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @format(%a: tensor<2xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.reduce_precision' expected a format such as e5m10, got m5e2}}
  %0 = stablehlo.reduce_precision %a, format = m5e2 : tensor<2xf32>
  return
}

// -----

func.func @accuracy(%a: tensor<f32>) {
  // expected-error @+1 {{result accuracy may have tolerances only if its mode is TOLERANCE}}
  %0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<f32>
  return
}

// -----

func.func @expressed_type(%a: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.uniform_quantize' op requires one expressed type, but operand #0 has 'f64' and result #0 has 'f32'}}
  %0 = stablehlo.uniform_quantize %a : (tensor<2xf64>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @weak_order_of_integers(%a: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.compare' op requires floats in WEAKORDER, got 'i32'}}
  %0 = stablehlo.compare LT, %a, %a, WEAKORDER : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}
