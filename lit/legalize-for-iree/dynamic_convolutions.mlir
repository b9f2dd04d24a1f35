// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

// CHECK-LABEL: func.func @padding_of_run_time
// CHECK: tensor.insert_slice
// CHECK-NOT: "stablehlo.dynamic_conv"
// CHECK: return
func.func @padding_of_run_time(%x: tensor<1x?x2xf32>, %k: tensor<3x2x6xf32>, %p: tensor<1x2xi32>) -> tensor<1x?x6xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x?x2xf32>, tensor<3x2x6xf32>, tensor<1x2xi32>) -> tensor<1x?x6xf32>
  return %0 : tensor<1x?x6xf32>
}
