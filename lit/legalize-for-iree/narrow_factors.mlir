// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree)' %s | FileCheck %s -enable-var-scope

// IREE takes a truth value in a product for -1.
// CHECK-LABEL: func.func @truth_values
// CHECK-SAME: (%{{.*}}: tensor<3x8xf64>, %[[P:.*]]: tensor<4x8xi1>)
// CHECK-DAG: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f64>
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f64>
// CHECK-DAG: %[[ONES:.*]] = stablehlo.broadcast_in_dim %[[ONE]], dims = []
// CHECK-DAG: %[[ZEROS:.*]] = stablehlo.broadcast_in_dim %[[ZERO]], dims = []
// CHECK: %[[NUMBERS:.*]] = stablehlo.select %[[P]], %[[ONES]], %[[ZEROS]] : tensor<4x8xi1>, tensor<4x8xf64>
// CHECK: %[[T:.*]] = stablehlo.transpose %[[NUMBERS]]
// CHECK: stablehlo.dot_general %{{.*}}, %[[T]]
func.func @truth_values(%x: tensor<3x8xf64>, %p: tensor<4x8xi1>) -> tensor<3x4xf64> {
  %0 = stablehlo.convert %p : (tensor<4x8xi1>) -> tensor<4x8xf64>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x8xf64>) -> tensor<8x4xf64>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : (tensor<3x8xf64>, tensor<8x4xf64>) -> tensor<3x4xf64>
  return %2 : tensor<3x4xf64>
}

// [a, 8] x [b, 8] => [a, b]
// CHECK-LABEL: func.func @unknown_size
// CHECK: stablehlo.select %{{.*}} : tensor<?x8xi1>, tensor<?x8xi32>
func.func @unknown_size(%x: tensor<?x8xi32>, %p: tensor<?x8xi1>) -> tensor<?x?xi32> {
  %0 = stablehlo.convert %p : (tensor<?x8xi1>) -> tensor<?x8xi32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [1] : (tensor<?x8xi32>, tensor<?x8xi32>) -> tensor<?x?xi32>
  return %1 : tensor<?x?xi32>
}

// It takes 255 for -1, also if it moves the conversion.
// CHECK-LABEL: func.func @bytes
// CHECK-SAME: (%{{.*}}: tensor<3x8xf32>, %[[X:.*]]: tensor<4x8xui8>)
// CHECK: %[[WIDE:.*]] = stablehlo.convert %[[X]] : (tensor<4x8xui8>) -> tensor<4x8xi32>
// CHECK: %[[BYTE:.*]] = stablehlo.constant dense<255> : tensor<i32>
// CHECK: %[[MASK:.*]] = stablehlo.broadcast_in_dim %[[BYTE]], dims = []
// CHECK: %[[NUMBERS:.*]] = stablehlo.and %[[WIDE]], %[[MASK]]
// CHECK: stablehlo.convert %[[NUMBERS]] : (tensor<4x8xi32>) -> tensor<4x8xf32>
func.func @bytes(%x: tensor<3x8xf32>, %y: tensor<4x8xui8>) -> tensor<3x4xf32> {
  %0 = stablehlo.convert %y : (tensor<4x8xui8>) -> tensor<4x8xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : (tensor<3x8xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  return %2 : tensor<3x4xf32>
}

// Signed numbers, and conversions outside of products, stay.
// CHECK-LABEL: func.func @others
// CHECK: stablehlo.convert %{{.*}} : (tensor<4x8xi8>) -> tensor<4x8xf32>
// CHECK: stablehlo.convert %{{.*}} : (tensor<4xi1>) -> tensor<4xf32>
// CHECK-NOT: stablehlo.select
func.func @others(%x: tensor<3x8xf32>, %y: tensor<4x8xi8>, %p: tensor<4xi1>) -> (tensor<3x4xf32>, tensor<4xf32>) {
  %0 = stablehlo.convert %y : (tensor<4x8xi8>) -> tensor<4x8xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [1] : (tensor<3x8xf32>, tensor<4x8xf32>) -> tensor<3x4xf32>
  %2 = stablehlo.convert %p : (tensor<4xi1>) -> tensor<4xf32>
  return %1, %2 : tensor<3x4xf32>, tensor<4xf32>
}
