// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

// IREE keeps bits that narrow integers computed from sizes lack.
// CHECK-LABEL: func.func @narrow_sizes
// CHECK-DAG: %[[BITS:.*]] = stablehlo.constant dense<24> : tensor<i32>
// CHECK-DAG: %[[LIMIT:.*]] = stablehlo.convert %{{.*}} : (tensor<i8>) -> tensor<i32>
// CHECK-DAG: %[[LEFT:.*]] = stablehlo.shift_left %{{.*}}, %[[BITS]] : tensor<i32>
// CHECK-DAG: %[[SIZE:.*]] = stablehlo.shift_right_arithmetic %[[LEFT]], %[[BITS]] : tensor<i32>
// CHECK: %[[MAX:.*]] = stablehlo.maximum %[[SIZE]], %[[LIMIT]] : tensor<i32>
// CHECK: stablehlo.shift_left %[[MAX]]
// CHECK: %[[RESULT:.*]] = stablehlo.shift_right_arithmetic
// CHECK: return %[[RESULT]] : tensor<i32>
func.func @narrow_sizes(%x: tensor<?xf32>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %narrow = stablehlo.convert %n : (tensor<i32>) -> tensor<i8>
  %c = stablehlo.constant dense<100> : tensor<i8>
  %max = stablehlo.maximum %narrow, %c : tensor<i8>
  %0 = stablehlo.convert %max : (tensor<i8>) -> tensor<i32>
  return %0 : tensor<i32>
}

// Other narrow numbers are computed in kernels, which is right.
// CHECK-LABEL: func.func @narrow_numbers
// CHECK-NEXT: stablehlo.maximum %arg0, %arg1 : tensor<i8>
func.func @narrow_numbers(%x: tensor<i8>, %y: tensor<i8>) -> tensor<i8> {
  %0 = stablehlo.maximum %x, %y : tensor<i8>
  return %0 : tensor<i8>
}
