// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=reduced-precision})' %s

func.func @unknown_size(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'stablehlo.reduce_precision' op cannot be compiled by IREE 3.13: its tensor is of unknown size; use static sizes, or convert to a narrower type and back}}
  %0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @static(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
