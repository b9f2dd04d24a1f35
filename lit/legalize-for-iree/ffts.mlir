// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=ffts})' %s
// RUN: not bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=fft})' %s 2>&1 | FileCheck %s --check-prefix=NAME

// NAME: option 'iree-disable' of pass 'legalize-for-iree' is 'fft'; expected names of rows that docs/iree.md lists, or `speed`; did you mean 'ffts'?

func.func @fft_of_unknown_size(%x: tensor<?x8xcomplex<f32>>) -> tensor<?x8xcomplex<f32>> {
  // expected-error@+1 {{'stablehlo.fft' op cannot be compiled by IREE 3.13: it transforms a tensor of unknown size, several dims, or a length that is not a power of two; use static sizes, pad the length to a power of two, and transform one dim after the other}}
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<?x8xcomplex<f32>>) -> tensor<?x8xcomplex<f32>>
  return %0 : tensor<?x8xcomplex<f32>>
}
