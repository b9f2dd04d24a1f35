// RUN: bcast-lower --legalize-to-stablehlo %s | FileCheck %s

// A size of an unsigned type has no sign.

// CHECK-LABEL: @a_shape_of_unsigned_sizes
// CHECK: stablehlo.bitcast_convert %arg0 : (tensor<2xui8>) -> tensor<2xi8>
// CHECK: stablehlo.convert {{.*}} : (tensor<ui8>) -> tensor<ui32>
func.func @a_shape_of_unsigned_sizes(%sizes: tensor<2xui8>, %x: tensor<f32>) -> tensor<?x?xf32> {
  %shape = shape.value_as_shape %sizes : tensor<2xui8> -> !shape.shape
  %row = shape.to_extent_tensor %shape : !shape.shape -> tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %row, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A float that is computed from an unknown integer of an unsigned type is not followed.

// CHECK-LABEL: @sizes_through_floats
// CHECK-SAME: %[[SIZES:[^:]*]]: tensor<2xui8>
// CHECK-NEXT: %[[FLOATS:.*]] = stablehlo.convert %[[SIZES]] : (tensor<2xui8>) -> tensor<2xf64>
// CHECK-NEXT: %[[SHAPE:.*]] = stablehlo.convert %[[FLOATS]] : (tensor<2xf64>) -> tensor<2xi32>
// CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]]
func.func @sizes_through_floats(%sizes: tensor<2xui8>, %x: tensor<f32>) -> tensor<?x?xf32> {
  %floats = stablehlo.convert %sizes : (tensor<2xui8>) -> tensor<2xf64>
  %shape = stablehlo.convert %floats : (tensor<2xf64>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: @a_constant_through_floats
// CHECK: stablehlo.constant dense<200> : tensor<1xi32>
func.func @a_constant_through_floats(%x: tensor<f32>) -> tensor<200xf32> {
  %size = stablehlo.constant dense<200> : tensor<1xui8>
  %float = stablehlo.convert %size : (tensor<1xui8>) -> tensor<1xf64>
  %shape = stablehlo.convert %float : (tensor<1xf64>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<200xf32>
  return %0 : tensor<200xf32>
}
