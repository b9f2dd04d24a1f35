// input: 1x5x2xf32
// input: 3x2x4xf32
func.func @main(%x: tensor<1x5x2xf32>, %k: tensor<?x2x4xf32>) -> tensor<1x?x4xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x2xf32>, tensor<?x2x4xf32>) -> tensor<1x?x4xf32>
  return %0 : tensor<1x?x4xf32>
}
