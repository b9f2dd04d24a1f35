// CHLO's rules for element types: types that agree are accepted, and every other pair is
// rejected before any pass runs. Passes check the shapes.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

// The same type for all.
func.func @accepted(%f: tensor<2xf32>, %z: tensor<2xcomplex<f64>>, %i: tensor<2xui32>, %p: tensor<2xi1>, %q: tensor<2x!quant.uniform<i8:f32, 2.0:15>>, %r: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  %0 = chlo.broadcast_atan2 %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = chlo.broadcast_atan2 %z, %z : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %2 = chlo.broadcast_atan2 %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %3 = chlo.broadcast_atan2 %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %4 = chlo.broadcast_atan2 %q, %q : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %5 = chlo.broadcast_divide %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %6 = chlo.broadcast_divide %z, %z : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %7 = chlo.broadcast_divide %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %8 = chlo.broadcast_divide %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %9 = chlo.broadcast_divide %q, %q : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %10 = chlo.broadcast_multiply %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %11 = chlo.broadcast_multiply %z, %z : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %12 = chlo.broadcast_multiply %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %13 = chlo.broadcast_multiply %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %14 = chlo.broadcast_multiply %q, %q : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %15 = chlo.broadcast_next_after %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %16 = chlo.broadcast_next_after %z, %z : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %17 = chlo.broadcast_next_after %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %18 = chlo.broadcast_next_after %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %19 = chlo.broadcast_next_after %q, %q : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %20 = chlo.broadcast_polygamma %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %21 = chlo.broadcast_polygamma %z, %z : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %22 = chlo.broadcast_polygamma %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %23 = chlo.broadcast_polygamma %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %24 = chlo.broadcast_polygamma %q, %q : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %25 = chlo.broadcast_power %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %26 = chlo.broadcast_power %z, %z : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %27 = chlo.broadcast_power %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %28 = chlo.broadcast_power %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %29 = chlo.broadcast_power %q, %q : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %30 = chlo.broadcast_remainder %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %31 = chlo.broadcast_remainder %z, %z : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %32 = chlo.broadcast_remainder %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %33 = chlo.broadcast_remainder %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %34 = chlo.broadcast_remainder %q, %q : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %35 = chlo.broadcast_shift_left %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %36 = chlo.broadcast_shift_left %z, %z : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %37 = chlo.broadcast_shift_left %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %38 = chlo.broadcast_shift_left %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %39 = chlo.broadcast_shift_left %q, %q : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %40 = chlo.broadcast_shift_right_arithmetic %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %41 = chlo.broadcast_shift_right_arithmetic %z, %z : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %42 = chlo.broadcast_shift_right_arithmetic %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %43 = chlo.broadcast_shift_right_arithmetic %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %44 = chlo.broadcast_shift_right_arithmetic %q, %q : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %45 = chlo.broadcast_shift_right_logical %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %46 = chlo.broadcast_shift_right_logical %z, %z : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %47 = chlo.broadcast_shift_right_logical %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %48 = chlo.broadcast_shift_right_logical %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %49 = chlo.broadcast_shift_right_logical %q, %q : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %50 = chlo.broadcast_subtract %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %51 = chlo.broadcast_subtract %z, %z : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %52 = chlo.broadcast_subtract %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %53 = chlo.broadcast_subtract %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %54 = chlo.broadcast_subtract %q, %q : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %55 = chlo.broadcast_zeta %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %56 = chlo.broadcast_and %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %57 = chlo.broadcast_and %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %58 = chlo.broadcast_or %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %59 = chlo.broadcast_or %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %60 = chlo.broadcast_xor %i, %i : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %61 = chlo.broadcast_xor %p, %p : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  // Values may be quantized with different scales.
  %62 = chlo.broadcast_add %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %63 = chlo.broadcast_add %q, %r : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %64 = chlo.broadcast_maximum %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %65 = chlo.broadcast_maximum %q, %r : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %66 = chlo.broadcast_minimum %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %67 = chlo.broadcast_minimum %q, %r : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %68 = chlo.broadcast_compare %q, %r {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2xi1>
  %69 = chlo.broadcast_select %p, %q, %q : (tensor<2xi1>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  %70 = chlo.broadcast_complex %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_atan2' op requires equal element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_atan2 %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_atan2' op requires equal element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_atan2 %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_divide' op requires equal element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_divide %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_divide' op requires equal element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_divide %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_multiply' op requires equal element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_multiply %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_multiply' op requires equal element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_multiply %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_next_after' op requires equal element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_next_after %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_next_after' op requires equal element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_next_after %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_polygamma' op requires equal element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_polygamma %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_polygamma' op requires equal element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_polygamma %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_power' op requires equal element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_power %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_power' op requires equal element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_power %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_remainder' op requires equal element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_remainder %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_remainder' op requires equal element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_remainder %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_shift_left' op requires equal element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_shift_left %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_shift_left' op requires equal element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_shift_left %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_shift_right_arithmetic' op requires equal element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_shift_right_arithmetic %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_shift_right_arithmetic' op requires equal element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_shift_right_arithmetic %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_shift_right_logical' op requires equal element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_shift_right_logical %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_shift_right_logical' op requires equal element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_shift_right_logical %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_subtract' op requires equal element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_subtract %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_subtract' op requires equal element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_subtract %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xf64>) {
  // expected-error @+1 {{'chlo.broadcast_zeta' op requires equal element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xf64>' differ}}
  %0 = chlo.broadcast_zeta %a, %b : (tensor<?xf32>, tensor<2xf64>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_zeta' op requires equal element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xf64>' differ}}
  %0 = chlo.broadcast_zeta %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @f(%a: tensor<?xi1>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_and' op requires equal element types, but operand #0 'tensor<?xi1>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_and %a, %b : (tensor<?xi1>, tensor<2xi32>) -> tensor<?xi1>
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_and' op requires equal element types, but operand #0 'tensor<2xi32>' and result #0 'tensor<2xf32>' differ}}
  %0 = chlo.broadcast_and %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<?xi1>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_or' op requires equal element types, but operand #0 'tensor<?xi1>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_or %a, %b : (tensor<?xi1>, tensor<2xi32>) -> tensor<?xi1>
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_or' op requires equal element types, but operand #0 'tensor<2xi32>' and result #0 'tensor<2xf32>' differ}}
  %0 = chlo.broadcast_or %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<?xi1>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_xor' op requires equal element types, but operand #0 'tensor<?xi1>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_xor %a, %b : (tensor<?xi1>, tensor<2xi32>) -> tensor<?xi1>
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_xor' op requires equal element types, but operand #0 'tensor<2xi32>' and result #0 'tensor<2xf32>' differ}}
  %0 = chlo.broadcast_xor %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_add' op requires compatible element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_add' op requires compatible element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_maximum' op requires compatible element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_maximum %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_maximum' op requires compatible element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_maximum %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_minimum' op requires compatible element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_minimum %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_minimum' op requires compatible element types, but operand #0 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_minimum %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

// A quantized type does not agree with its expressed float type.
func.func @f(%a: tensor<2xf32>, %b: tensor<2x!quant.uniform<i8:f32, 2.0:15>>) {
  // expected-error @+1 {{'chlo.broadcast_add' op requires compatible element types, but operand #0 'tensor<2xf32>' and operand #1 'tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>' differ}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 2.0:15>>, %b: tensor<2x!quant.uniform<i8<-100:100>:f32, 2.0:15>>) {
  // expected-error @+1 {{'chlo.broadcast_add' op requires compatible element types, but operand #0 'tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>' and operand #1 'tensor<2x!quant.uniform<i8<-100:100>:f32, 2.000000e+00:15>>' differ}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8<-100:100>:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  return
}

// -----

func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 2.0:15>>, %b: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{'chlo.broadcast_multiply' op requires equal element types, but operand #0 'tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>' and operand #1 'tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>' differ}}
  %0 = chlo.broadcast_multiply %a, %b : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xf64>) {
  // expected-error @+1 {{'chlo.broadcast_complex' op requires compatible element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xf64>' differ}}
  %0 = chlo.broadcast_complex %a, %b : (tensor<?xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_complex' op requires element type 'complex<f32>' of result #0, got 'complex<f64>'}}
  %0 = chlo.broadcast_complex %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xcomplex<f64>>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_compare' op requires compatible element types, but operand #0 'tensor<?xf32>' and operand #1 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<?xf32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_compare' op result #0 must be tensor of bool values, but got 'tensor<?xf32>'}}
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xi1>, %b: tensor<?xf32>, %c: tensor<2xi32>) {
  // expected-error @+1 {{'chlo.broadcast_select' op requires equal element types, but operand #1 'tensor<?xf32>' and operand #2 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_select %a, %b, %c : (tensor<?xi1>, tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xi1>, %b: tensor<?xf32>, %c: tensor<?xf32>) {
  // expected-error @+1 {{'chlo.broadcast_select' op requires compatible element types, but operand #1 'tensor<?xf32>' and result #0 'tensor<2xi32>' differ}}
  %0 = chlo.broadcast_select %a, %b, %c : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<2xi32>
  return
}

// -----

// Unranked tensors have element types too.
func.func @f(%a: tensor<*xf32>, %b: tensor<*xi32>) {
  // expected-error @+1 {{'chlo.broadcast_add' op requires compatible element types, but operand #0 'tensor<*xf32>' and operand #1 'tensor<*xi32>' differ}}
  %0 = chlo.broadcast_add %a, %b : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
  return
}
