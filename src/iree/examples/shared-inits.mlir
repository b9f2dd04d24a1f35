// input: 3x4xf32=10 11 12 13 14 15 16 17 18 19 20 21
func.func @main(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %limit = stablehlo.constant dense<100.0> : tensor<f32>
  %0 = stablehlo.add %x, %x : tensor<?x?xf32>
  %1 = stablehlo.while(%a = %0) : tensor<?x?xf32>
  cond {
    %2 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
    %3 = stablehlo.compare LT, %2, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %2 = stablehlo.add %a, %a : tensor<?x?xf32>
    stablehlo.return %2 : tensor<?x?xf32>
  }
  return %1, %0 : tensor<?x?xf32>, tensor<?x?xf32>
}
