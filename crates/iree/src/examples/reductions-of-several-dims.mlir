// input: 5x7x3xf32
func.func @main(%x: tensor<?x?x?xf32>) -> (tensor<?xf32>, tensor<?x?x?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.negate %x : tensor<?x?x?xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %1, %0 : tensor<?xf32>, tensor<?x?x?xf32>
}
