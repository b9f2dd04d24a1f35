// RUN: bcast-lower --shapes=2 %s | FileCheck %s

// A size as a float, compared with NaN: that is greater.
// CHECK-LABEL: func.func @main(
func.func @main(%x: tensor<?xf32>) -> (tensor<i1>, tensor<i1>) {
  // CHECK-DAG: %[[TRUE:.*]] = stablehlo.constant dense<true>
  // CHECK-DAG: %[[FALSE:.*]] = stablehlo.constant dense<false>
  // CHECK: return %[[TRUE]], %[[FALSE]]
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %2 = stablehlo.compare LT, %1, %nan, WEAKORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %3 = stablehlo.compare EQ, %1, %zero, WEAKORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %2, %3 : tensor<i1>, tensor<i1>
}
