// input: i1=1
// input: 3xf32=1 2 3
func.func @main(%c: tensor<i1>, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<f32>) {
  %factors = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %factors [1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
  %2 = stablehlo.multiply %half, %1 : tensor<f32>
  %3:2 = "stablehlo.if"(%c) ({
    stablehlo.return %x, %2 : tensor<?xf32>, tensor<f32>
  }, {
    %4 = stablehlo.add %x, %x : tensor<?xf32>
    %5 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %4, %5 : tensor<?xf32>, tensor<f32>
  }) : (tensor<i1>) -> (tensor<?xf32>, tensor<f32>)
  return %3#0, %3#1 : tensor<?xf32>, tensor<f32>
}
