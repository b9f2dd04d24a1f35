// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree)' %s | FileCheck %s

// IREE has no f64 outside of kernels: a kernel computes what uses the barrier.
// CHECK-LABEL: func.func @float_sizes
// CHECK: %[[SIZE:.*]] = stablehlo.get_dimension_size
// CHECK: %[[BARRIER:.*]] = stablehlo.optimization_barrier %[[SIZE]]
// CHECK: stablehlo.convert %[[BARRIER]] : (tensor<i32>) -> tensor<f64>
func.func @float_sizes(%x: tensor<?xf32>) -> tensor<1xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %float = stablehlo.convert %n : (tensor<i32>) -> tensor<f64>
  %half = stablehlo.constant dense<0.5> : tensor<f64>
  %middle = stablehlo.multiply %float, %half : tensor<f64>
  %i = stablehlo.convert %middle : (tensor<f64>) -> tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<?xf32>, tensor<i32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// IREE computes with f32 there.
// CHECK-LABEL: func.func @single_precision
// CHECK-NOT: optimization_barrier
// CHECK: return
func.func @single_precision(%x: tensor<?xf32>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %float = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %middle = stablehlo.multiply %float, %half : tensor<f32>
  %i = stablehlo.convert %middle : (tensor<f32>) -> tensor<i32>
  return %i : tensor<i32>
}

// No integer is computed from the float, as in a mean: the op that uses it is a kernel.
// CHECK-LABEL: func.func @mean
// CHECK-NOT: optimization_barrier
// CHECK: return
func.func @mean(%x: tensor<?xf32>, %sum: tensor<f64>) -> tensor<f64> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %float = stablehlo.convert %n : (tensor<i32>) -> tensor<f64>
  %0 = stablehlo.divide %sum, %float : tensor<f64>
  return %0 : tensor<f64>
}

// The integers are computed from data.
// CHECK-LABEL: func.func @from_data
// CHECK-NOT: optimization_barrier
// CHECK: return
func.func @from_data(%n: tensor<i32>) -> tensor<i32> {
  %float = stablehlo.convert %n : (tensor<i32>) -> tensor<f64>
  %half = stablehlo.constant dense<0.5> : tensor<f64>
  %middle = stablehlo.multiply %float, %half : tensor<f64>
  %i = stablehlo.convert %middle : (tensor<f64>) -> tensor<i32>
  return %i : tensor<i32>
}
