// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=ffts,linear-algebra})' %s

// All ops are reported in one run; those that IREE compiles are not.
func.func @several(%x: tensor<6xcomplex<f32>>, %y: tensor<8xcomplex<f32>>, %m: tensor<3x3xf32>) -> (tensor<6xcomplex<f32>>, tensor<8xcomplex<f32>>, tensor<3x3xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op cannot be compiled by IREE 3.13}}
  %0 = stablehlo.fft %x, type = FFT, length = [6] : (tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %1 = stablehlo.fft %y, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  // expected-error@+1 {{'stablehlo.cholesky' op cannot be compiled by IREE 3.13: IREE has no kernels for decompositions of matrices; compute it outside of the program, or write it in terms of other ops}}
  %2 = stablehlo.cholesky %m, lower = true : tensor<3x3xf32>
  return %0, %1, %2 : tensor<6xcomplex<f32>>, tensor<8xcomplex<f32>>, tensor<3x3xf32>
}
