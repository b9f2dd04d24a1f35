// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

// A number computed from sizes by floats becomes unsigned by way of a wide signless one.
// CHECK-LABEL: func.func @from_float
// CHECK: %[[WIDE:.*]] = stablehlo.convert %{{.*}} : (tensor<f32>) -> tensor<i64>
// CHECK: %[[CLAMPED:.*]] = stablehlo.clamp %{{.*}}, %[[WIDE]], %{{.*}} : tensor<i64>
// CHECK: %[[BITS:.*]] = stablehlo.convert %[[CLAMPED]] : (tensor<i64>) -> tensor<i8>
// CHECK: stablehlo.bitcast_convert %[[BITS]] : (tensor<i8>) -> tensor<ui8>
func.func @from_float(%x: tensor<?xf32>) -> tensor<ui8> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %1 = stablehlo.sqrt %0 : tensor<f32>
  %2 = stablehlo.convert %1 : (tensor<f32>) -> tensor<ui8>
  return %2 : tensor<ui8>
}

// CHECK-LABEL: func.func @size_as_unsigned
func.func @size_as_unsigned(%x: tensor<?xf32>) -> tensor<ui64> {
  // CHECK: %[[SIZE:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
  // CHECK-NEXT: %[[WIDE:.*]] = stablehlo.convert %[[SIZE]] : (tensor<i32>) -> tensor<i64>
  // CHECK-NEXT: stablehlo.bitcast_convert %[[WIDE]] : (tensor<i64>) -> tensor<ui64>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<ui64>
  return %1 : tensor<ui64>
}
