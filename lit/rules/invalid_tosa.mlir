// RUN: bcast-lower --rules=tosa --split-input-file --verify-diagnostics %s
// RUN: bcast-lower --rules=tosa --split-input-file --verify-only %s -o /dev/null

func.func @shift_that_is_not_zero(%a: tensor<2xi32>) -> tensor<2xi32> {
  %shift = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error@+1 {{'tosa.mul' op cannot be lowered: operand #2 is the constant 3, but its rule requires 0}}
  %0 = tosa.mul %a, %a, %shift : (tensor<2xi32>, tensor<2xi32>, tensor<1xi8>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @shift_that_is_not_constant(%a: tensor<2xi32>, %shift: tensor<1xi8>) -> tensor<2xi32> {
  // expected-error@+1 {{'tosa.mul' op cannot be lowered: operand #2 is not a compile-time integer constant, but its rule requires 0}}
  %0 = tosa.mul %a, %a, %shift : (tensor<2xi32>, tensor<2xi32>, tensor<1xi8>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @product_of_another_type(%a: tensor<2xi8>) -> tensor<2xi32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error@+1 {{'tosa.mul' op cannot be lowered: operand #0 has element type 'i8' and the result 'i32', but its rule requires equal element types}}
  %0 = tosa.mul %a, %a, %shift : (tensor<2xi8>, tensor<2xi8>, tensor<1xi8>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @nan_is_ignored(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'tosa.maximum' op cannot be lowered: attribute 'nan_mode' is #tosa.nan_mode<IGNORE>, but its rule requires #tosa.nan_mode<PROPAGATE>}}
  %0 = tosa.maximum %a, %a {nan_mode = IGNORE} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @rounding_shift(%a: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{'tosa.arithmetic_right_shift' op cannot be lowered: attribute 'round' is true, but its rule requires false}}
  %0 = tosa.arithmetic_right_shift %a, %a {round = true} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @quantised(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  // expected-error@+1 {{'tosa.add' op cannot be lowered: operand #0 has element type '!quant.uniform<i8:f32, 5.000000e-01>', but its rule requires one of 'bf16', 'f16', 'f32', 'f64', 'i16', 'i32', 'i64', 'i8'}}
  %0 = tosa.add %a, %a : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
}
