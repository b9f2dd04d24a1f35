// Linear algebra, Fourier transforms and random numbers. Each is named by its constraint in StableHLO's specification.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

// cholesky_c2
func.func @f(%a: tensor<3xf32>) {
  // expected-error @+1 {{requires rank 2 at least of operand #0}}
  "stablehlo.cholesky"(%a) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// cholesky_c3
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{requires equal sizes of the last two dimensions of operand #0}}
  "stablehlo.cholesky"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// triangular_solve_c2
func.func @f(%a: tensor<3x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{requires operands of one rank, got 2 and 1}}
  "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// triangular_solve_c3 (square)
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>) {
  // expected-error @+1 {{requires equal sizes of the last two dimensions of operand #0}}
  "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// triangular_solve_c3 (left)
func.func @f(%a: tensor<3x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{requires equal sizes of dimension 0 of the operands, got 3 and 2}}
  "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// triangular_solve_c3 (right)
func.func @f(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error @+1 {{requires equal sizes of dimension 1 of the operands, got 3 and 2}}
  "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// triangular_solve_c4
func.func @f(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error @+1 {{requires size 2 of dimension 1 of result #0}}
  "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>
  return
}

// -----

// triangular_solve (transposition)
func.func @f(%a: tensor<3x3xf32>, %b: tensor<3x3xf32>) {
  // expected-error @+1 {{requires transpose_a other than TRANSPOSE_INVALID}}
  "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>
  }> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// fft_c4
func.func @f(%a: tensor<2x9xf32>) {
  // expected-error @+1 {{requires size 8 of dimension 1 of operand #0, as fft_length says, got 9}}
  "stablehlo.fft"(%a) <{
    fft_type = #stablehlo<fft_type RFFT>,
    fft_length = array<i64: 8>
  }> : (tensor<2x9xf32>) -> tensor<2x5xcomplex<f32>>
  return
}

// -----

// fft_c4 (result)
func.func @f(%a: tensor<2x8xf32>) {
  // expected-error @+1 {{requires size 5 of dimension 1 of result #0}}
  "stablehlo.fft"(%a) <{
    fft_type = #stablehlo<fft_type RFFT>,
    fft_length = array<i64: 8>
  }> : (tensor<2x8xf32>) -> tensor<2x8xcomplex<f32>>
  return
}

// -----

// fft_c5
func.func @f(%a: tensor<2x4xcomplex<f32>>) {
  // expected-error @+1 {{requires size 5 of dimension 1 of operand #0, as fft_length says, got 4}}
  "stablehlo.fft"(%a) <{
    fft_type = #stablehlo<fft_type IRFFT>,
    fft_length = array<i64: 8>
  }> : (tensor<2x4xcomplex<f32>>) -> tensor<2x8xf32>
  return
}

// -----

// rng_c2
func.func @f(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<1xi64>) {
  // expected-error @+1 {{requires a float element type of a normal distribution, got 'i32'}}
  "stablehlo.rng"(%a, %b, %c) <{
    rng_distribution = #stablehlo<rng_distribution NORMAL>
  }> : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<2xi32>
  return
}

// -----

// batch_norm_training_c5
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) {
  // expected-error @+1 {{requires size 3 of dimension 0 of result #1}}
  "stablehlo.batch_norm_training"(%a, %b, %c) <{
    epsilon = 1.0 : f32,
    feature_index = 1 : i64
  }> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_grad_c3
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<4x3xf32>) {
  // expected-error @+1 {{requires compatible shapes}}
  "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) <{
    epsilon = 1.0 : f32,
    feature_index = 1 : i64
  }> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_inference_c4
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<2xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) {
  // expected-error @+1 {{requires compatible shapes}}
  "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) <{
    epsilon = 1.0 : f32,
    feature_index = 1 : i64
  }> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference_c3
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>, %d: tensor<2xf32>, %e: tensor<2xf32>) {
  // expected-error @+1 {{requires size 3 of dimension 0 of operand #1}}
  "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) <{
    epsilon = 1.0 : f32,
    feature_index = 1 : i64
  }> : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}
