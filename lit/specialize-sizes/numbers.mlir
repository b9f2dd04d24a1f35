// RUN: bcast-lower --split-input-file --pass-pipeline='builtin.module(specialize-sizes{shapes=5})' %s | FileCheck %s -enable-var-scope

// floor(5 * 0.3f) of floats is 1, and 2 * 5 of unsigned integers is 10; 5 * 50 wraps to -6 in 8 bits.
// CHECK-LABEL: func.func @floats_and_unsigned(
// CHECK-SAME: -> (tensor<1xf32>, tensor<10xf32>, tensor<6xf32>)
// CHECK-NOT: stablehlo.convert
func.func @floats_and_unsigned(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %cst = stablehlo.constant dense<1.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %scale = stablehlo.constant dense<0.3> : tensor<f32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %0 = stablehlo.multiply %f, %scale : tensor<f32>
  %1 = stablehlo.floor %0 : tensor<f32>
  %2 = stablehlo.convert %1 : (tensor<f32>) -> tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.dynamic_broadcast_in_dim %cst, %3, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %two = stablehlo.constant dense<2> : tensor<ui32>
  %5 = stablehlo.convert %n : (tensor<i32>) -> tensor<ui32>
  %6 = stablehlo.multiply %5, %two : tensor<ui32>
  %7 = stablehlo.convert %6 : (tensor<ui32>) -> tensor<i32>
  %8 = stablehlo.reshape %7 : (tensor<i32>) -> tensor<1xi32>
  %9 = stablehlo.dynamic_broadcast_in_dim %cst, %8, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %fifty = stablehlo.constant dense<50> : tensor<i8>
  %10 = stablehlo.convert %n : (tensor<i32>) -> tensor<i8>
  %11 = stablehlo.multiply %10, %fifty : tensor<i8>
  %12 = stablehlo.abs %11 : tensor<i8>
  %13 = stablehlo.convert %12 : (tensor<i8>) -> tensor<i32>
  %14 = stablehlo.reshape %13 : (tensor<i32>) -> tensor<1xi32>
  %15 = stablehlo.dynamic_broadcast_in_dim %cst, %14, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %4, %9, %15 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// 16777217 is no float of 32 bits, so it is rounded: its half and one is 8388609.
// CHECK-LABEL: func.func @rounded(
// CHECK-SAME: -> tensor<8388609xi1>
func.func @rounded(%x: tensor<?xf32>) -> tensor<?xi1> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %most = stablehlo.constant dense<16777212> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %sum = stablehlo.add %n, %most : tensor<i32>
  %f = stablehlo.convert %sum : (tensor<i32>) -> tensor<f32>
  %0 = stablehlo.multiply %f, %half : tensor<f32>
  %1 = stablehlo.add %0, %one : tensor<f32>
  %2 = stablehlo.ceil %1 : tensor<f32>
  %3 = stablehlo.convert %2 : (tensor<f32>) -> tensor<i32>
  %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %5 = stablehlo.dynamic_broadcast_in_dim %true, %4, dims = [] : (tensor<i1>, tensor<1xi32>) -> tensor<?xi1>
  return %5 : tensor<?xi1>
}

// -----

// A comparison of floats decides a branch.
// CHECK-LABEL: func.func @decided(
// CHECK-NEXT: stablehlo.negate
// CHECK-NEXT: return
func.func @decided(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %limit = stablehlo.constant dense<4.5> : tensor<f32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %c = stablehlo.compare GT, %f, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0 = "stablehlo.if"(%c) ({
    %1 = stablehlo.negate %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
