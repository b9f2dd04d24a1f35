// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=quantization})' %s

func.func @unknown_size(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op cannot be compiled by IREE 3.13: its tensor is of unknown size; use static sizes}}
  %0 = stablehlo.uniform_quantize %x : (tensor<?xf32>) -> tensor<?x!quant.uniform<i8:f32, 0.5>>
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op cannot be compiled by IREE 3.13: its tensor is of unknown size; use static sizes}}
  %1 = stablehlo.uniform_dequantize %0 : (tensor<?x!quant.uniform<i8:f32, 0.5>>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

func.func @static(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
