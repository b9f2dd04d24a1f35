// input: 5xi32=1 2 3 4 5
func.func @main(%x: tensor<5xi32>) -> (tensor<f32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %ones = stablehlo.constant dense<1.0> : tensor<5xf16>
  %0 = stablehlo.convert %ones : (tensor<5xf16>) -> tensor<5xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.compare EQ, %x, %x : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  %3 = stablehlo.convert %2 : (tensor<5xi1>) -> tensor<5xi32>
  %4 = stablehlo.reduce(%3 init: %none) applies stablehlo.add across dimensions = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
  return %1, %4 : tensor<f32>, tensor<i32>
}
