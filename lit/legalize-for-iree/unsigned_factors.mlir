// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops,masked-products})' %s | FileCheck %s

// IREE takes unsigned factors for signed ones if the products are wider. It would move a conversion
// from them into the contraction.
// CHECK-LABEL: func.func @unsigned_factors
// CHECK: %[[X:.*]] = stablehlo.convert %arg0 : (tensor<2x3xui8>) -> tensor<2x3xui32>
// CHECK-NEXT: stablehlo.bitcast_convert %[[X]] : (tensor<2x3xui32>) -> tensor<2x3xi32>
// CHECK: %[[Y:.*]] = stablehlo.convert %arg1 : (tensor<3x4xui8>) -> tensor<3x4xui32>
// CHECK-NEXT: stablehlo.bitcast_convert %[[Y]] : (tensor<3x4xui32>) -> tensor<3x4xi32>
// CHECK: stablehlo.dot_general {{.*}} : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<2x4xi32>
func.func @unsigned_factors(%x: tensor<2x3xui8>, %y: tensor<3x4xui8>) -> tensor<2x4xi32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xui8>, tensor<3x4xui8>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// CHECK-LABEL: func.func @converted_factors
// CHECK: %[[WIDE:.*]] = stablehlo.convert %arg0 : (tensor<?x3xui16>) -> tensor<?x3xui32>
// CHECK-NEXT: %[[BITS:.*]] = stablehlo.bitcast_convert %[[WIDE]] : (tensor<?x3xui32>) -> tensor<?x3xi32>
// CHECK-NEXT: stablehlo.convert %[[BITS]] : (tensor<?x3xi32>) -> tensor<?x3xf32>
// CHECK: stablehlo.dot_general
func.func @converted_factors(%x: tensor<?x3xui16>, %y: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.convert %x : (tensor<?x3xui16>) -> tensor<?x3xf32>
  %1 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// Products of the same type have the same bits, and signed factors are taken for signed ones.
// CHECK-LABEL: func.func @other_factors_stay
// CHECK-NEXT: stablehlo.dot_general %arg0, %arg1
// CHECK-NEXT: stablehlo.dot_general %arg2, %arg3
func.func @other_factors_stay(%x: tensor<2x3xui8>, %y: tensor<3x4xui8>, %a: tensor<2x3xi8>, %b: tensor<3x4xi8>) -> (tensor<2x4xui8>, tensor<2x4xi32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xui8>, tensor<3x4xui8>) -> tensor<2x4xui8>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
  return %0, %1 : tensor<2x4xui8>, tensor<2x4xi32>
}
