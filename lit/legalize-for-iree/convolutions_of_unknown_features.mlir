// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops,masked-products})' %s | FileCheck %s

// Features of unknown size, where spatial dims are static. [2, 6, f] x [2, f, o] => [2, 5, o]
// CHECK-LABEL: func.func @convolutions_of_unknown_features
// CHECK-NOT: stablehlo.convolution
// CHECK-COUNT-2: stablehlo.dot_general {{.*}} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK: stablehlo.add
func.func @convolutions_of_unknown_features(%x: tensor<2x6x?xf32>, %w: tensor<2x?x?xf32>) -> tensor<2x5x?xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x?xf32>, tensor<2x?x?xf32>) -> tensor<2x5x?xf32>
  return %0 : tensor<2x5x?xf32>
}

// Groups of features, of a static tensor and of a batch of unknown size.
// [2, 6, 4] x [2, 2, o] => [2, 5, o]
// CHECK-LABEL: func.func @groups_of_unknown_outputs
// CHECK-NOT: stablehlo.convolution
// A slice of a static tensor is static.
// CHECK-COUNT-2: stablehlo.slice %arg0 {{.*}} -> tensor<2x5x4xf32>
// CHECK: return
func.func @groups_of_unknown_outputs(%x: tensor<2x6x4xf32>, %w: tensor<2x2x?xf32>) -> tensor<2x5x?xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x6x4xf32>, tensor<2x2x?xf32>) -> tensor<2x5x?xf32>
  return %0 : tensor<2x5x?xf32>
}

// Of features that only the input does not know.
// CHECK-LABEL: func.func @features_of_the_kernel
// CHECK-NOT: stablehlo.convolution
// CHECK: return
func.func @features_of_the_kernel(%x: tensor<2x5x?xf32>, %k: tensor<2x3x4xf32>) -> tensor<2x4x4xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x?xf32>, tensor<2x3x4xf32>) -> tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}
