// input: 60x1001xf32
// input: 60x1001xf32
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.multiply %x, %y : tensor<?x?xf32>
  %2 = stablehlo.maximum %1, %x : tensor<?x?xf32>
  return %2, %0 : tensor<?x?xf32>, tensor<?xf32>
}
