// Forms that StableHLO 1.21 and 1.22 added, and one of a late 1.20.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --emit-bytecode %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --emit-artifact=1.22.0 %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK-LABEL: func.func @two_types_of_8_bits(
func.func @two_types_of_8_bits(%a: tensor<2x3xf8E4M3FN>, %b: tensor<3x4xf8E5M2>) -> tensor<2x4xf32> {
  // CHECK: stablehlo.convolution(%arg0, %arg1) {{.*}} : (tensor<2x3xf8E4M3FN>, tensor<3x4xf8E5M2>) -> tensor<2x4xf32>
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3xf8E4M3FN>, tensor<3x4xf8E5M2>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @several_operations(
func.func @several_operations(%a: tensor<2x2xf8E4M3FN>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  // CHECK: num_primitive_operations = 3
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f8E4M3FN, rhs_precision_type = f8E4M3FN, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<2x2xf8E4M3FN>, tensor<2x2xf8E4M3FN>) -> tensor<2x2xf32>
  // CHECK: num_primitive_operations = 4
  %1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f8E4M3FN, rhs_precision_type = f8E4M3FN, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 4, allow_imprecise_accumulation = false> : (tensor<2x2xf8E4M3FN>, tensor<2x2xf8E4M3FN>) -> tensor<2x2xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<2x2xf32>
}

// CHECK-LABEL: func.func @weak_order(
func.func @weak_order(%a: tensor<2xf32>) -> tensor<2xi1> {
  // CHECK: stablehlo.compare LT, %arg0, %arg0, WEAKORDER
  %0 = stablehlo.compare LT, %a, %a, WEAKORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}
