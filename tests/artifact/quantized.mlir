// Quantized types. jaxlib reads them only in artifacts, because its Python module lacks the
// dialect.

func.func @quantized(
    %a: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>,
    %b: tensor<2x!quant.uniform<u8<1:100>:bf16, 5.000000e-01:7>>,
    %c: tensor<2x3x!quant.uniform<i8<-127:127>:f32:1, {1.250000e-01:1,2.500000e-01:-2,1.000000e+00}>>,
    %d: tensor<2x!quant.uniform<i4:f32, 1.000000e+00>>) {
  return
}

