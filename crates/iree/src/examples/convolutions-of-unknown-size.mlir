// input: 1x5x2xf32
// input: 1x5x4xf32
// input: 2x5x4xf32
// input: 3x2x4xf32
// input: 3x2x4xf32
func.func @main(%x: tensor<1x?x2xf32>, %y: tensor<1x5x4xf32>, %z: tensor<?x5x4xf32>, %k: tensor<3x2x4xf32>, %l: tensor<3x2x?xf32>) -> (tensor<1x?x4xf32>, tensor<1x5x?xf32>, tensor<?x5x4xf32>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x?x2xf32>, tensor<3x2x4xf32>) -> tensor<1x?x4xf32>
  %1 = stablehlo.convolution(%y, %l) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x5x4xf32>, tensor<3x2x?xf32>) -> tensor<1x5x?xf32>
  %2 = stablehlo.convolution(%z, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x5x4xf32>, tensor<3x2x4xf32>) -> tensor<?x5x4xf32>
  return %0, %1, %2 : tensor<1x?x4xf32>, tensor<1x5x?xf32>, tensor<?x5x4xf32>
}
