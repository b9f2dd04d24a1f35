// input: 4x2xf32
// input: 2xf32
func.func @main(%x: tensor<?x2xf32>, %s: tensor<2xf32>) -> tensor<?x2xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<?x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<?x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#0 : tensor<?x2xf32>
}
