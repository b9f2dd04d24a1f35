func.func @main(%x: tensor<?x?xf32>) -> (tensor<f32>, tensor<6xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %shape = stablehlo.constant dense<6> : tensor<1xi32>
  %weights = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<6xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.multiply %0, %weights : tensor<6xf32>
  %3 = stablehlo.dot_general %0, %weights, contracting_dims = [0] x [0] : (tensor<6xf32>, tensor<6xf32>) -> tensor<f32>
  return %1, %2, %3 : tensor<f32>, tensor<6xf32>, tensor<f32>
}
