// Bytecode for IREE is written in a version that it reads, unless another one is given.
// RUN: bcast-lower --target=iree --emit-bytecode %s | od -An -tx1 -N5 | FileCheck %s
// RUN: bcast-lower --target=iree --emit-bytecode --emit-bytecode-version=6 %s | od -An -tx1 -N5 | FileCheck %s --check-prefix=GIVEN
// RUN: bcast-lower --target=iree --emit-bytecode %S/../../examples/bias_add.mlir | od -An -tx1 -N5 | FileCheck %s
// RUN: bcast-lower --target=xla --emit-bytecode %S/../../examples/bias_add.mlir | od -An -tx1 -N5 | FileCheck %s --check-prefix=GIVEN

// CHECK: 4d 4c ef 52 09
// GIVEN: 4d 4c ef 52 0d
func.func @sums(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %rows = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %high = stablehlo.subtract %rows, %one : tensor<1xi32>
  %edges = stablehlo.concatenate %none, %high, %none, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  %padding = stablehlo.reshape %edges : (tensor<4xi32>) -> tensor<2x2xi32>
  %window = stablehlo.concatenate %rows, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %window, %ones, %ones, %ones, %padding) {api_version = 2 : i32, called_computations = [@sum]} : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
