// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=4x6,2})' --split-input-file %s | FileCheck %s -enable-var-scope

// The position of the slice depends on data, its size does not.
// CHECK-LABEL: func.func @slice_at_data(
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>, %[[AT:.*]]: tensor<2xi32>) -> tensor<1x6xf32>
// CHECK: %[[PART0:.*]] = stablehlo.slice %[[AT]] [0:1]
// CHECK: %[[START0:.*]] = stablehlo.reshape %[[PART0]] : (tensor<1xi32>) -> tensor<i32>
// CHECK: %[[PART1:.*]] = stablehlo.slice %[[AT]] [1:2]
// CHECK: %[[START1:.*]] = stablehlo.reshape %[[PART1]] : (tensor<1xi32>) -> tensor<i32>
// CHECK: stablehlo.dynamic_slice %[[X]], %[[START0]], %[[START1]], sizes = [1, 6]
func.func @slice_at_data(%x: tensor<?x?xf32>, %start: tensor<2xi32>) -> tensor<1x?xf32> {
  %strides = stablehlo.constant dense<1> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %size = stablehlo.concatenate %one, %0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %limit = stablehlo.add %start, %size : tensor<2xi32>
  %y = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x?xf32>
  return %y : tensor<1x?xf32>
}

// -----

// Every other element of 5 in a row.
// CHECK-LABEL: func.func @strided(
// CHECK: %[[SPAN:.*]] = stablehlo.dynamic_slice %{{.*}}, sizes = [1, 5] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x5xf32>
// CHECK-NEXT: stablehlo.slice %[[SPAN]] [0:1, 0:5:2] : (tensor<1x5xf32>) -> tensor<1x3xf32>
func.func @strided(%x: tensor<?x?xf32>, %start: tensor<2xi32>) -> tensor<?x?xf32> {
  %strides = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %size = stablehlo.constant dense<[1, 6]> : tensor<2xi32>
  %limit = stablehlo.add %start, %size : tensor<2xi32>
  %y = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// No slice has a stride of 0.
// CHECK-LABEL: func.func @no_stride(
// CHECK: stablehlo.real_dynamic_slice
func.func @no_stride(%x: tensor<?x?xf32>, %start: tensor<2xi32>) -> tensor<1x2xf32> {
  %strides = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %size = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %limit = stablehlo.add %start, %size : tensor<2xi32>
  %y = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
