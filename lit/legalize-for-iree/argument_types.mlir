// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=argument-types})' %s

// Inside of the program, IREE computes with the type.
func.func @inside(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E4M3>
  %1 = stablehlo.convert %0 : (tensor<4xf8E4M3>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// expected-error@+1 {{'func.func' op cannot be compiled by IREE 3.13: a public function has arguments or results of an 8-, 6- or 4-bit float type that its runtime lacks}}
func.func @argument(%x: tensor<4xf8E4M3>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : (tensor<4xf8E4M3>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @private(%x: tensor<4xf8E4M3>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : (tensor<4xf8E4M3>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
