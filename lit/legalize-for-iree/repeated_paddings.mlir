// A padding of a padded tensor has a value that IREE does not know to be the same.
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree)' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree)' %s | bcast-lower --pass-pipeline='builtin.module(legalize-for-iree)' | FileCheck %s

// CHECK-LABEL: @interior_of_padded
func.func @interior_of_padded(%x: tensor<5xf32>) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: %[[ZERO:.*]] = stablehlo.constant
  // CHECK-NEXT: %[[PADDED:.*]] = stablehlo.pad %arg0, %[[ZERO]]
  // CHECK-NEXT: %[[OTHER:.*]]:2 = stablehlo.optimization_barrier %[[ZERO]], %[[ZERO]]
  // CHECK-NEXT: stablehlo.pad %[[PADDED]], %[[OTHER]]#0, low = [1]
  %0 = stablehlo.pad %x, %zero, low = [2], high = [1], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.pad %0, %zero, low = [1], high = [0], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// Each of several has its own.
// CHECK-LABEL: @three
func.func @three(%x: tensor<?xui8>) -> tensor<?xui8> {
  %c = stablehlo.constant dense<3> : tensor<ui8>
  // CHECK: %[[FIRST:.*]]:2 = stablehlo.optimization_barrier %[[C:.*]], %[[C]]
  // CHECK: stablehlo.pad %{{.*}}, %[[FIRST]]#0
  // CHECK: %[[SECOND:.*]]:2 = stablehlo.optimization_barrier %[[C]], %[[FIRST]]#0
  // CHECK: stablehlo.pad %{{.*}}, %[[SECOND]]#0
  %0 = stablehlo.pad %x, %c, low = [2], high = [1], interior = [1] : (tensor<?xui8>, tensor<ui8>) -> tensor<?xui8>
  %1 = stablehlo.convert %0 : tensor<?xui8>
  %2 = stablehlo.pad %1, %c, low = [1], high = [0], interior = [1] : (tensor<?xui8>, tensor<ui8>) -> tensor<?xui8>
  %3 = stablehlo.pad %2, %c, low = [1], high = [2], interior = [0] : (tensor<?xui8>, tensor<ui8>) -> tensor<?xui8>
  return %3 : tensor<?xui8>
}

// IREE adds up edges correctly, and does not merge paddings by different values.
// CHECK-LABEL: @right
// CHECK-NOT: optimization_barrier
func.func @right(%x: tensor<5xf32>) -> (tensor<9xf32>, tensor<15xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.pad %x, %zero, low = [2], high = [0], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<7xf32>
  %1 = stablehlo.pad %0, %zero, low = [1], high = [1], interior = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<9xf32>
  %2 = stablehlo.pad %0, %one, low = [1], high = [1], interior = [1] : (tensor<7xf32>, tensor<f32>) -> tensor<15xf32>
  return %1, %2 : tensor<9xf32>, tensor<15xf32>
}
