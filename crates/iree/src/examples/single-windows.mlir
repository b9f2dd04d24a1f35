// input: 1x2x2x2xf32
// input: 3x3x2x3xf32
func.func @main(%x: tensor<1x2x2x2xf32>, %w: tensor<3x3x2x3xf32>) -> tensor<1x1x1x3xf32> {
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x1x1x3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2, 3] : (tensor<1x1x1x3xf32>) -> tensor<1x4x1x3xf32>
  %2 = "stablehlo.reduce_window"(%1, %lowest) <{window_dimensions = array<i64: 1, 3, 1, 1>, window_strides = array<i64: 1, 2, 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<1x4x1x3xf32>, tensor<f32>) -> tensor<1x1x1x3xf32>
  return %2 : tensor<1x1x1x3xf32>
}
