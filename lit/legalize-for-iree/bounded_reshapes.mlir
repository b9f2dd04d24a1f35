// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=bounded-reshapes})' %s

// [<=8, 4] => [<=32]
func.func @bounded(%a: tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?xf32, #stablehlo.bounds<32>> {
  // expected-error@+1 {{'stablehlo.reshape' op cannot be compiled by IREE 3.13: a size of its result is unknown, and has a bound; use `dynamic_reshape`}}
  %0 = stablehlo.reshape %a : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?xf32, #stablehlo.bounds<32>>
  return %0 : tensor<?xf32, #stablehlo.bounds<32>>
}
