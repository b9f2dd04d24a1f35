// Ops that broadcast their operands; their verifiers do not check shapes.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK-LABEL: func.func @arithmetic(
func.func @arithmetic(%a: tensor<?x1xf32>, %b: tensor<5xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = chlo.broadcast_add %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R1:.*]] = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R2:.*]] = chlo.broadcast_divide %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R3:.*]] = chlo.broadcast_maximum %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R4:.*]] = chlo.broadcast_minimum %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R5:.*]] = chlo.broadcast_multiply %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R6:.*]] = chlo.broadcast_next_after %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R7:.*]] = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R8:.*]] = chlo.broadcast_power %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R9:.*]] = chlo.broadcast_remainder %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R10:.*]] = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R11:.*]] = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R12:.*]] = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R13:.*]] = chlo.broadcast_subtract %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[R14:.*]] = chlo.broadcast_zeta %arg0, %arg1 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %0 = chlo.broadcast_add %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %1 = chlo.broadcast_atan2 %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %2 = chlo.broadcast_divide %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %3 = chlo.broadcast_maximum %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %4 = chlo.broadcast_minimum %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %5 = chlo.broadcast_multiply %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %6 = chlo.broadcast_next_after %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %7 = chlo.broadcast_polygamma %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %8 = chlo.broadcast_power %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %9 = chlo.broadcast_remainder %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %10 = chlo.broadcast_shift_left %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %11 = chlo.broadcast_shift_right_arithmetic %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %12 = chlo.broadcast_shift_right_logical %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %13 = chlo.broadcast_subtract %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %14 = chlo.broadcast_zeta %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  return
}

// CHECK-LABEL: func.func @logical(
func.func @logical(%a: tensor<?x1xi1>, %b: tensor<5xi1>) {
  // CHECK-NEXT: %[[R0:.*]] = chlo.broadcast_and %arg0, %arg1 : (tensor<?x1xi1>, tensor<5xi1>) -> tensor<?x5xi1>
  // CHECK-NEXT: %[[R1:.*]] = chlo.broadcast_or %arg0, %arg1 : (tensor<?x1xi1>, tensor<5xi1>) -> tensor<?x5xi1>
  // CHECK-NEXT: %[[R2:.*]] = chlo.broadcast_xor %arg0, %arg1 : (tensor<?x1xi1>, tensor<5xi1>) -> tensor<?x5xi1>
  %0 = chlo.broadcast_and %a, %b : (tensor<?x1xi1>, tensor<5xi1>) -> tensor<?x5xi1>
  %1 = chlo.broadcast_or %a, %b : (tensor<?x1xi1>, tensor<5xi1>) -> tensor<?x5xi1>
  %2 = chlo.broadcast_xor %a, %b : (tensor<?x1xi1>, tensor<5xi1>) -> tensor<?x5xi1>
  return
}

// CHECK-LABEL: func.func @other_element_types(
func.func @other_element_types(%p: tensor<?xi1>, %a: tensor<?x1xf32>, %b: tensor<5xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = chlo.broadcast_complex %arg1, %arg2 : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xcomplex<f32>>
  // CHECK-NEXT: %[[R1:.*]] = chlo.broadcast_compare %arg1, %arg2 {broadcast_dimensions = array<i64: 1>, compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction GT>} : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xi1>
  // CHECK-NEXT: %[[R2:.*]] = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<?xi1>, tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x?xf32>
  %0 = chlo.broadcast_complex %a, %b : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xcomplex<f32>>
  %1 = chlo.broadcast_compare %a, %b {broadcast_dimensions = array<i64: 1>, compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction GT>} : (tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x5xi1>
  %2 = chlo.broadcast_select %p, %a, %b : (tensor<?xi1>, tensor<?x1xf32>, tensor<5xf32>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func.func @any_shapes(
func.func @any_shapes(%a: tensor<*xf32>, %b: tensor<2xf32>, %c: tensor<3xf32>, %d: tensor<?xf32, #stablehlo.bounds<4>>, %p: tensor<*xi1>) {
  // CHECK-NEXT: %[[R0:.*]] = chlo.broadcast_add %arg0, %arg1 : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
  // CHECK-NEXT: %[[R1:.*]] = chlo.broadcast_add %arg1, %arg2 {broadcast_dimensions = array<i64: 9, -1>} : (tensor<2xf32>, tensor<3xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %[[R2:.*]] = chlo.broadcast_add %arg1, %arg3 : (tensor<2xf32>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<2xf32>
  // CHECK-NEXT: %[[R3:.*]] = chlo.broadcast_select %arg4, %arg0, %arg0 : (tensor<*xi1>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %0 = chlo.broadcast_add %a, %b : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
  %1 = chlo.broadcast_add %b, %c {broadcast_dimensions = array<i64: 9, -1>} : (tensor<2xf32>, tensor<3xf32>) -> tensor<4x4xf32>
  %2 = chlo.broadcast_add %b, %d : (tensor<2xf32>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<2xf32>
  %3 = chlo.broadcast_select %p, %a, %a : (tensor<*xi1>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return
}
