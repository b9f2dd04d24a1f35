// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops,masked-products})' %s | FileCheck %s

// CHECK-LABEL: func.func @convolutions_with_known_windows_stay
func.func @convolutions_with_known_windows_stay(%x: tensor<?x8x1xf32>, %w: tensor<3x1x2xf32>) -> tensor<?x6x2xf32> {
  // CHECK-NEXT: stablehlo.convolution
  // CHECK-NEXT: return
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x1xf32>, tensor<3x1x2xf32>) -> tensor<?x6x2xf32>
  return %0 : tensor<?x6x2xf32>
}

// One product of the elements in each window: [2, 15, 2] x [15, 2], whose matrix is transposed for the product.
// CHECK-LABEL: func.func @convolutions_are_products
func.func @convolutions_are_products(%x: tensor<2x5x?xf32>, %w: tensor<2x5x3xf32>) -> tensor<2x2x?xf32> {
  // CHECK: tensor.insert_slice %arg0 into
  // CHECK: stablehlo.transpose %arg1, dims = [2, 1, 0] : (tensor<2x5x3xf32>) -> tensor<3x5x2xf32>
  // Features are beside each other, and those of a window are a row.
  // CHECK: %[[FEATURES:.*]] = stablehlo.transpose {{.*}}, dims = [0, 2, 1]
  // CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[FEATURES]] {{.}}[0], [1, 2]{{.}} : tensor<2x?x5xf32> into tensor<2x?xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[ROWS]] : tensor<2x?xf32>) outs(%{{.*}} : tensor<2x?x15xf32>)
  // CHECK: %[[POSITION:.*]] = linalg.index 1
  // CHECK: %[[FEATURE:.*]] = linalg.index 2
  // CHECK: %[[START:.*]] = arith.muli %[[POSITION]], %{{.*}}
  // CHECK: %[[OFFSET:.*]] = arith.muli %[[FEATURE]], %c1
  // CHECK: arith.addi %[[START]], %[[OFFSET]]
  // CHECK: stablehlo.dot_general {{.*}}, tensor<15x2xf32>)
  // CHECK-NOT: stablehlo.dot_general
  // CHECK: stablehlo.transpose {{.*}}, dims = [0, 2, 1]
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x?xf32>, tensor<2x5x3xf32>) -> tensor<2x2x?xf32>
  return %0 : tensor<2x2x?xf32>
}

// IREE's runtime passes 64 numbers to a kernel at most, so sums of many products are stored between.
// [n, h, w, i] x [4, 4, i, 2] => [n, h - 3, w - 3, 2]
// CHECK-LABEL: func.func @large_window
// CHECK-COUNT-9: stablehlo.dot_general
// CHECK: stablehlo.optimization_barrier
// CHECK: tensor.insert_slice
// CHECK-COUNT-7: stablehlo.dot_general
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @large_window(%x: tensor<?x?x?x?xf32>, %w: tensor<4x4x?x2xf32>) -> tensor<?x?x?x2xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x?xf32>, tensor<4x4x?x2xf32>) -> tensor<?x?x?x2xf32>
  return %0 : tensor<?x?x?x2xf32>
}

// A window of two elements of three features each begins every two elements.
// CHECK-LABEL: func.func @strided_windows
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x?x6xf32>)
// CHECK: %[[POSITION:.*]] = linalg.index 1
// CHECK: arith.muli %[[POSITION]], %c6
func.func @strided_windows(%x: tensor<1x?x3xf32>, %k: tensor<2x3x4xf32>) -> tensor<1x?x4xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x?x3xf32>, tensor<2x3x4xf32>) -> tensor<1x?x4xf32>
  return %0 : tensor<1x?x4xf32>
}

// Two groups of two features, by products of matrices in batches.
// CHECK-LABEL: func.func @groups
// CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [1] x [1], contracting_dims = [2] x [0]
// CHECK-NOT: stablehlo.convolution
// CHECK: return
func.func @groups(%x: tensor<?x?x4xf32>, %k: tensor<1x2x6xf32>) -> tensor<?x?x6xf32> {
  %0 = "stablehlo.convolution"(%x, %k) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<?x?x4xf32>, tensor<1x2x6xf32>) -> tensor<?x?x6xf32>
  return %0 : tensor<?x?x6xf32>
}

// A group for each feature, by products of elements.
// CHECK-LABEL: func.func @depthwise
// CHECK: stablehlo.multiply
// CHECK-NOT: stablehlo.dot_general
// CHECK: return
func.func @depthwise(%x: tensor<?x?x2xf32>, %k: tensor<1x1x2xf32>) -> tensor<?x?x2xf32> {
  %0 = "stablehlo.convolution"(%x, %k) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<?x?x2xf32>, tensor<1x1x2xf32>) -> tensor<?x?x2xf32>
  return %0 : tensor<?x?x2xf32>
}

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

// CHECK-LABEL: func.func @groups_of_a_dynamic_batch
// CHECK-NOT: stablehlo.convolution
// CHECK: return
func.func @groups_of_a_dynamic_batch(%x: tensor<?x8x4xf32>, %w: tensor<3x1x4xf32>) -> tensor<?x6x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<?x8x4xf32>, tensor<3x1x4xf32>) -> tensor<?x6x4xf32>
  return %0 : tensor<?x6x4xf32>
}
