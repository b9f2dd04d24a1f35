// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

// (x - mean) / sqrt(variance + epsilon) * scale + offset
// [?, ?, 3], [?] => [?, ?, 3]
// CHECK-LABEL: func.func @batch_norm_of_unknown_features
// CHECK: %[[VARIANCE:.*]] = stablehlo.add %arg4, %{{.*}} : tensor<?xf32>
// CHECK: %[[DEVIATION:.*]] = stablehlo.sqrt %[[VARIANCE]]
// CHECK: %[[MEAN:.*]] = stablehlo.dynamic_broadcast_in_dim %arg3, %{{.*}}, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>}
// CHECK: stablehlo.subtract %arg0, %[[MEAN]]
// CHECK: %[[ALL:.*]] = stablehlo.dynamic_broadcast_in_dim %[[DEVIATION]], %{{.*}}, dims = [1]
// CHECK: stablehlo.divide %{{.*}}, %[[ALL]]
// CHECK: %[[SCALE:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1,
// CHECK: stablehlo.multiply %{{.*}}, %[[SCALE]]
// CHECK: %[[OFFSET:.*]] = stablehlo.dynamic_broadcast_in_dim %arg2,
// CHECK: stablehlo.add %{{.*}}, %[[OFFSET]]
func.func @batch_norm_of_unknown_features(%x: tensor<?x?x3xf32>, %scale: tensor<?xf32>, %offset: tensor<?xf32>, %mean: tensor<?xf32>, %variance: tensor<?xf32>) -> tensor<?x?x3xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<?x?x3xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?x?x3xf32>
  return %0 : tensor<?x?x3xf32>
}
