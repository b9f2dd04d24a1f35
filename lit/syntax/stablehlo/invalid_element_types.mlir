// Combinations of element types that an op does not accept.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

func.func @float_and_quantized(%a: tensor<2xf32>, %b: tensor<2x!quant.uniform<i8:f32, 2.0:15>>) {
  // expected-error @+1 {{'stablehlo.add' op requires both operands and the result to be quantized if one of them is}}
  %0 = stablehlo.add %a, %b : (tensor<2xf32>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  return
}

// -----

func.func @quantized_per_axis(%a: tensor<2x!quant.uniform<i8:f32, 2.0:15>>, %b: tensor<2x!quant.uniform<i8:f32:0, {2.0,1.0}>>) {
  // expected-error @+1 {{'stablehlo.add' op requires result #0 to be quantized per axis if and only if an operand is, got '!quant.uniform<i8:f32, 2.000000e+00:15>'}}
  %0 = stablehlo.add %a, %b : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32:0, {2.0,1.0}>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  return
}

// -----

func.func @maximum_of_storages(%a: tensor<2x!quant.uniform<i8:f32, 2.0:15>>, %b: tensor<2x!quant.uniform<u8:f32, 2.0:15>>) {
  // expected-error @+1 {{'stablehlo.maximum' op requires compatible element types, but operand #0 'tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>' and operand #1 'tensor<2x!quant.uniform<u8:f32, 2.000000e+00:15>>' differ}}
  %0 = stablehlo.maximum %a, %b : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<u8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  return
}

// -----

func.func @sort(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op requires compatible element types, but operand #0 'tensor<2xf32>' and result #0 'tensor<2xf64>' differ}}
  %0 = "stablehlo.sort"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %1 : tensor<i1> }) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @sort_results(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op requires as many results as inputs, got 2 and 1}}
  %0:2 = "stablehlo.sort"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %1 : tensor<i1> }) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @convolution(%a: tensor<5x3xf32>, %k: tensor<4x3xbf16>) {
  // expected-error @+1 {{'stablehlo.convolution' op requires equal element types, but operand #0 'tensor<5x3xf32>' and operand #1 'tensor<4x3xbf16>' differ}}
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, f]x[o, i]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<5x3xf32>, tensor<4x3xbf16>) -> tensor<5x4xf32>
  return
}

// -----

func.func @random(%a: tensor<f32>, %s: tensor<1xi64>) {
  // expected-error @+1 {{'stablehlo.rng' op requires equal element types, but operand #0 'tensor<f32>' and result #0 'tensor<3xf64>' differ}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf64>
  return
}

// -----

func.func @fft_of_reals(%a: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.fft' op requires a complex element type of operand #0 'tensor<8xf32>'}}
  %0 = stablehlo.fft %a, type = FFT, length = [8] : (tensor<8xf32>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @fft(%a: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op requires equal element types, but operand #0 'tensor<8xcomplex<f32>>' and result #0 'tensor<8xcomplex<f64>>' differ}}
  %0 = stablehlo.fft %a, type = IFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f64>>
  return
}

// -----

func.func @rfft_of_complex(%a: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op requires a float element type of operand #0 'tensor<8xcomplex<f32>>'}}
  %0 = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  return
}

// -----

func.func @rfft_of_f16(%a: tensor<8xf16>) {
  // expected-error @+1 {{'stablehlo.fft' op requires element type f32 or f64 of operand #0 'tensor<8xf16>'}}
  %0 = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<8xf16>) -> tensor<5xcomplex<f32>>
  return
}

// -----

func.func @rfft(%a: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.fft' op requires element type 'complex<f32>' of result #0, got 'complex<f64>'}}
  %0 = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f64>>
  return
}

// -----

func.func @irfft(%a: tensor<5xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op requires element type 'f32' of result #0, got 'f64'}}
  %0 = stablehlo.fft %a, type = IRFFT, length = [8] : (tensor<5xcomplex<f32>>) -> tensor<8xf64>
  return
}

// -----

func.func @irfft_to_complex(%a: tensor<5xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op requires element type 'f32' of result #0, got 'complex<f32>'}}
  %0 = stablehlo.fft %a, type = IRFFT, length = [8] : (tensor<5xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @batch_norm(%a: tensor<4x2xf32>, %s: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op requires compatible element types, but operand #0 'tensor<4x2xf32>' and operand #1 'tensor<2xf64>' differ}}
  %0 = "stablehlo.batch_norm_inference"(%a, %s, %s, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<4x2xf32>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @slice_limits(%a: tensor<4xf32>, %n: tensor<1xi64>, %m: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' op requires equal types of operand #1 'tensor<1xi64>' and operand #3 'tensor<1xi32>'}}
  %0 = stablehlo.real_dynamic_slice %a, %n, %n, %m : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @slice_starts(%a: tensor<4x4xf32>, %n: tensor<i64>, %m: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op requires equal types of operand #1 'tensor<i64>' and operand #2 'tensor<i32>'}}
  %0 = stablehlo.dynamic_slice %a, %n, %m, sizes = [1, 1] : (tensor<4x4xf32>, tensor<i64>, tensor<i32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @update_starts(%a: tensor<4x4xf32>, %u: tensor<1x1xf32>, %n: tensor<i64>, %m: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op requires equal types of operand #2 'tensor<i64>' and operand #3 'tensor<i32>'}}
  %0 = stablehlo.dynamic_update_slice %a, %u, %n, %m : (tensor<4x4xf32>, tensor<1x1xf32>, tensor<i64>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @margins(%a: tensor<4xf32>, %v: tensor<f32>, %n: tensor<1xi64>, %m: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_pad' op requires equal types of operand #2 'tensor<1xi64>' and operand #3 'tensor<1xi32>'}}
  %0 = stablehlo.dynamic_pad %a, %v, %n, %m, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi32>, tensor<1xi64>) -> tensor<?xf32>
  return
}
