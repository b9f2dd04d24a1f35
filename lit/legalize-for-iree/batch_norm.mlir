// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=batch-norm})' %s

func.func @training_on_an_unknown_batch(%x: tensor<?x2xf32>, %s: tensor<2xf32>) -> tensor<?x2xf32> {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op cannot be compiled by IREE 3.13: IREE has no kernels for its gradient, nor for training on batches of unknown size}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<?x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<?x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#0 : tensor<?x2xf32>
}
