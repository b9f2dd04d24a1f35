// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

// CHECK-LABEL: func.func @groups_of_a_dynamic_batch
// CHECK-NOT: stablehlo.convolution
// CHECK: return
func.func @groups_of_a_dynamic_batch(%x: tensor<?x8x4xf32>, %w: tensor<3x1x4xf32>) -> tensor<?x6x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<?x8x4xf32>, tensor<3x1x4xf32>) -> tensor<?x6x4xf32>
  return %0 : tensor<?x6x4xf32>
}
