// input: 5x0xf32
func.func @main(%x: tensor<?x0xf32>) -> tensor<?x2xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.pad %x, %one, low = [0, 2], high = [0, 0], interior = [0, 1] : (tensor<?x0xf32>, tensor<f32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
