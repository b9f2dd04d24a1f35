// RUN: bcast-lower --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --split-input-file --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=scatters-of-several,bits-of-another-width,ffts,linear-algebra,argument-types,computed-forms,collectives,large-selections})' %s | FileCheck %s
// RUN: not bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=fft})' %s 2>&1 | FileCheck %s --check-prefix=NAME

// NAME: option 'iree-disable' of pass 'legalize-for-iree' is 'fft'; expected names of rows that docs/iree.md lists; did you mean 'ffts'?

// CHECK: stablehlo.fft
func.func @fft_of_unknown_size(%x: tensor<?x8xcomplex<f32>>) -> tensor<?x8xcomplex<f32>> {
  // expected-error@+1 {{'stablehlo.fft' op cannot be compiled by IREE 3.13: it transforms a tensor of unknown size, several dims, or a length that is not a power of two; use static sizes, pad the length to a power of two, and transform one dim after the other}}
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<?x8xcomplex<f32>>) -> tensor<?x8xcomplex<f32>>
  return %0 : tensor<?x8xcomplex<f32>>
}

// -----

// All ops are reported in one run; those that IREE compiles are not.
func.func @several(%x: tensor<6xcomplex<f32>>, %y: tensor<8xcomplex<f32>>, %m: tensor<3x3xf32>) -> (tensor<6xcomplex<f32>>, tensor<8xcomplex<f32>>, tensor<3x3xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op cannot be compiled by IREE 3.13}}
  %0 = stablehlo.fft %x, type = FFT, length = [6] : (tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %1 = stablehlo.fft %y, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  // expected-error@+1 {{'stablehlo.cholesky' op cannot be compiled by IREE 3.13: IREE has no kernels for decompositions of matrices; compute it outside of the program, or write it in terms of other ops}}
  %2 = stablehlo.cholesky %m, lower = true : tensor<3x3xf32>
  return %0, %1, %2 : tensor<6xcomplex<f32>>, tensor<8xcomplex<f32>>, tensor<3x3xf32>
}

// -----

// Inside of the program, IREE computes with the type.
func.func @inside(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E4M3>
  %1 = stablehlo.convert %0 : (tensor<4xf8E4M3>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// expected-error@+1 {{'func.func' op cannot be compiled by IREE 3.13: a public function has arguments or results of an 8-, 6- or 4-bit float type that its runtime lacks}}
func.func @argument(%x: tensor<4xf8E4M3>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : (tensor<4xf8E4M3>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @private(%x: tensor<4xf8E4M3>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : (tensor<4xf8E4M3>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @computed_window(%x: tensor<1x5x2xf32>, %k: tensor<?x2x4xf32>, %p: tensor<1x2xi32>) -> tensor<1x?x4xf32> {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op cannot be compiled by IREE 3.13: the size of the window, or the interior padding, is computed, or groups are of batches; make it a constant}}
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x5x2xf32>, tensor<?x2x4xf32>, tensor<1x2xi32>) -> tensor<1x?x4xf32>
  return %0 : tensor<1x?x4xf32>
}

// -----

func.func @collectives(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'stablehlo.collective_broadcast' op cannot be compiled by IREE 3.13: its tensor is of unknown size, or it is a `collective_broadcast`}}
  %1 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Several updates of the whole tensor.
func.func @updates_without_index(%x: tensor<?xf32>, %i: tensor<3x0xi32>, %u: tensor<3x?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'stablehlo.scatter' op cannot be compiled by IREE 3.13: it scatters several tensors, or several slices along an indexed dim or without one; use one scatter for each tensor, or a loop over the slices}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?xf32>, tensor<3x0xi32>, tensor<3x?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @bits_of_another_width(%x: tensor<?xi8>, %y: tensor<?x2xcomplex<f32>>) -> (tensor<?x2xi4>, tensor<?xcomplex<f64>>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op cannot be compiled by IREE 3.13: its tensor is of unknown size, and its elements get another width, one of them of less than 8 bits or complex; use static sizes, or compute the elements by shifts}}
  %0 = stablehlo.bitcast_convert %x : (tensor<?xi8>) -> tensor<?x2xi4>
  // expected-error@+1 {{'stablehlo.bitcast_convert' op cannot be compiled by IREE 3.13: its tensor is of unknown size, and its elements get another width}}
  %1 = stablehlo.bitcast_convert %y : (tensor<?x2xcomplex<f32>>) -> tensor<?xcomplex<f64>>
  return %0, %1 : tensor<?x2xi4>, tensor<?xcomplex<f64>>
}

// -----

func.func @selection_from_a_large_window(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<f32>) -> tensor<?xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op cannot be compiled by IREE 3.13: its window has more than 64 elements, or it selects or combines elements by other ops than elementwise ones; use a smaller window and elementwise ops}}
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) <{window_dimensions = array<i64: 65>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?xf32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
