// Contractions and convolutions.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK-LABEL: func.func @dots(
func.func @dots(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.dot %arg0, %arg1 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.dot %arg0, %arg1, precision = [HIGH, HIGHEST] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: %[[R3:.*]] = stablehlo.dot_general %arg0, %arg1, batching_dims = [1] x [0], contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<3x2x4xf32>
  // CHECK-NEXT: %[[R4:.*]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] {note = "kept"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: %[[R5:.*]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: %[[R6:.*]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: %[[R7:.*]] = stablehlo.einsum %arg0, %arg1, config = "ij,jk->ik" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: %[[R8:.*]] = stablehlo.unary_einsum %arg0, config = "ij->j" : (tensor<2x3xf32>) -> tensor<3xf32>
  %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot %a, %b, precision = [HIGH, HIGHEST] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<3x2x4xf32>
  %4 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] {note = "kept"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %5 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %6 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %7 = stablehlo.einsum %a, %b, config = "ij,jk->ik" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %8 = stablehlo.unary_einsum %a, config = "ij->j" : (tensor<2x3xf32>) -> tensor<3xf32>
  return
}

// CHECK-LABEL: func.func @convolutions(
func.func @convolutions(%a: tensor<1x8x9x3xf32>, %k: tensor<2x2x3x4xf32>, %p: tensor<2x2xi32>, %v: tensor<5x3xf32>, %w: tensor<4x3xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = {{\[\[}}0, 1], [1, 1]], lhs_dilate = [1, 2], rhs_dilate = [3, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x9x3xf32>, tensor<2x2x3x4xf32>) -> tensor<1x3x18x4xf32>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[f, 1, 0, b], window = {reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x9x3xf32>, tensor<2x2x3x4xf32>) -> tensor<4x8x7x1xf32>
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.convolution(%arg3, %arg4) dim_numbers = [b, f]x[o, i]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<5x3xf32>, tensor<4x3xf32>) -> tensor<5x4xf32>
  // CHECK-NEXT: %[[R3:.*]] = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x9x3xf32>, tensor<2x2x3x4xf32>, tensor<2x2xi32>) -> tensor<1x?x?x4xf32>
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 1], [1, 1]], lhs_dilate = [1, 2], rhs_dilate = [3, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x9x3xf32>, tensor<2x2x3x4xf32>) -> tensor<1x3x18x4xf32>
  %1 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[f, 1, 0, b], window = {reverse = [1, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x9x3xf32>, tensor<2x2x3x4xf32>) -> tensor<4x8x7x1xf32>
  %2 = stablehlo.convolution(%v, %w) dim_numbers = [b, f]x[o, i]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<5x3xf32>, tensor<4x3xf32>) -> tensor<5x4xf32>
  %3 = "stablehlo.dynamic_conv"(%a, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<1x8x9x3xf32>, tensor<2x2x3x4xf32>, tensor<2x2xi32>) -> tensor<1x?x?x4xf32>
  return
}
