// RUN: bcast-lower --pass-pipeline='builtin.module(simplify-broadcasts,canonicalize)' %s | FileCheck %s

// A transposed square has the sizes of its operand, but is not the same.
// CHECK-LABEL: func.func @transposed_squares
// CHECK: %[[FIXED:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [1, 0]
// CHECK: %[[OPEN:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1, %{{.*}}, dims = [1, 0]
// CHECK: return %[[FIXED]], %[[OPEN]]
func.func @transposed_squares(%x: tensor<3x3xf32>, %y: tensor<?x?xf32>) -> (tensor<3x3xf32>, tensor<?x?xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %e = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%e) {api_version = 2 : i32, error_message = "square", has_side_effect = true} : (tensor<i1>) -> ()
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %n1, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [1, 0] : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func.func @padded_convolution
// CHECK: stablehlo.convolution(%arg0, %arg1)
// CHECK-SAME: pad = {{\[\[}}0, 1], [2, 3]]
func.func @padded_convolution(%x: tensor<1x4x4x1xf32>, %k: tensor<2x2x1x1xf32>) -> tensor<1x?x?x1xf32> {
  %p = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<2x2x1x1xf32>, tensor<2x2xi64>) -> tensor<1x?x?x1xf32>
  return %0 : tensor<1x?x?x1xf32>
}
