// input: 4x100x100x16xf32
// input: 2xi32=1 1
func.func @main(%x: tensor<?x?x?x16xf32>, %n: tensor<2xi32>) -> tensor<?x?x?x16xf32> {
  %fill = stablehlo.constant dense<0.0> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %low = stablehlo.concatenate %zero, %n, %zero, dim = 0 : (tensor<1xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<4xi32>
  %0 = stablehlo.dynamic_pad %x, %fill, %low, %low, %none : (tensor<?x?x?x16xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<?x?x?x16xf32>
  return %0 : tensor<?x?x?x16xf32>
}
