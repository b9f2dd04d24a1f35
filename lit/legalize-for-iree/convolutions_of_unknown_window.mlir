// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=convolutions-of-unknown-window})' %s

// [1, 5, 2] x [w, 2, 4] => [1, 6 - w, 4]
func.func @window(%x: tensor<1x5x2xf32>, %k: tensor<?x2x4xf32>) -> tensor<1x?x4xf32> {
  // expected-error@+1 {{'stablehlo.convolution' op cannot be compiled by IREE 3.13: the window is of unknown size}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x2xf32>, tensor<?x2x4xf32>) -> tensor<1x?x4xf32>
  return %0 : tensor<1x?x4xf32>
}
