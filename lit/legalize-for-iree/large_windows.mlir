// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=large-windows})' %s

// No tensor has that many elements between two others.
func.func @interior(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error@+1 {{'stablehlo.pad' op cannot be compiled by IREE 3.13: a size, stride, dilation or padding of its window is beyond 32 bits}}
  %0 = stablehlo.pad %x, %zero, low = [0], high = [0], interior = [9223372036854775807] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A stride of 32 bits is one.
func.func @stride(%x: tensor<5xf32>) -> tensor<1xf32> {
  %0 = stablehlo.slice %x [0:5:2147483647] : (tensor<5xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
