// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=computed-forms})' %s

func.func @computed_window(%x: tensor<1x5x2xf32>, %k: tensor<?x2x4xf32>, %p: tensor<1x2xi32>) -> tensor<1x?x4xf32> {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op cannot be compiled by IREE 3.13: the size of the window, or the interior padding, is computed, or groups are of batches; make it a constant}}
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x5x2xf32>, tensor<?x2x4xf32>, tensor<1x2xi32>) -> tensor<1x?x4xf32>
  return %0 : tensor<1x?x4xf32>
}
