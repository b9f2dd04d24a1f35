// input: 4xf32
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %q = stablehlo.uniform_quantize %x : (tensor<?xf32>) -> tensor<?x!quant.uniform<i8:f32, 0.5>>
  %0 = stablehlo.uniform_dequantize %q : (tensor<?x!quant.uniform<i8:f32, 0.5>>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
