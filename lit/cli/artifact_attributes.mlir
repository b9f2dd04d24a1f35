// Attributes that a definition does not mention, with names of attributes in artifacts.
//
// RUN: bcast-lower --emit-artifact=1.13.0 %s | bcast-lower | FileCheck %s
// RUN: not bcast-lower --emit-artifact=0.15.0 %s 2>&1 | FileCheck %s --check-prefix=OLD

// CHECK: stablehlo.dynamic_conv
// CHECK-SAME: padding = dense<1> : tensor<2x2xi64>
// OLD: error: 'stablehlo.dynamic_conv' op cannot be written as StableHLO 0.15.0: its attribute 'padding' has the name of another one in artifacts; rename it
func.func @f(%x: tensor<?x8x8x4xf32>, %k: tensor<3x3x4x4xf32>, %p: tensor<2x2xi64>) -> tensor<?x?x?x4xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) {padding = dense<1> : tensor<2x2xi64>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<?x8x8x4xf32>, tensor<3x3x4x4xf32>, tensor<2x2xi64>) -> tensor<?x?x?x4xf32>
  return %0 : tensor<?x?x?x4xf32>
}
