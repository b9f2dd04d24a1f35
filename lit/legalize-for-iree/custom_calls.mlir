// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s

// Errors say which custom calls they are about.
func.func @custom_calls(%m: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op @lapack_spotrf_ffi cannot be compiled by IREE 3.13: IREE does not know this target of a custom call; export the program without it}}
  %0 = stablehlo.custom_call @lapack_spotrf_ffi(%m) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // expected-error@+1 {{'stablehlo.custom_call' op @lapack_ssyevd_ffi cannot be compiled}}
  %1 = stablehlo.custom_call @lapack_ssyevd_ffi(%m) : (tensor<3x3xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<3xf32>
}
