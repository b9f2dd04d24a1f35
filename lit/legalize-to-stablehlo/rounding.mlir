// RUN: not bcast-lower --target=xla %s 2>&1 | FileCheck %s

// CHECK: error: 'arith.truncf' op cannot become StableHLO: a rounding mode is toward_zero; expected to_nearest_even
func.func @rounded(%x: tensor<f64>) -> (tensor<f32>, tensor<f32>) {
  %0 = tensor.extract %x[] : tensor<f64>
  %1 = arith.truncf %0 to_nearest_even : f64 to f32
  %2 = arith.truncf %0 toward_zero : f64 to f32
  %3 = tensor.from_elements %1 : tensor<f32>
  %4 = tensor.from_elements %2 : tensor<f32>
  return %3, %4 : tensor<f32>, tensor<f32>
}
