// input: 1x5x2xf32
// input: 3x2x4xf32
// input: 1x2xi32=1 2
func.func @main(%x: tensor<1x?x2xf32>, %k: tensor<3x2x4xf32>, %padding: tensor<1x2xi32>) -> tensor<1x?x4xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %k, %padding) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x?x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi32>) -> tensor<1x?x4xf32>
  return %0 : tensor<1x?x4xf32>
}
