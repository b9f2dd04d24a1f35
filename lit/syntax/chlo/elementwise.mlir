// Elementwise ops and constants.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK-LABEL: func.func @unary(
func.func @unary(%a: tensor<?xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = chlo.acos %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R1:.*]] = chlo.acosh %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R2:.*]] = chlo.asin %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R3:.*]] = chlo.asinh %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R4:.*]] = chlo.atan %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R5:.*]] = chlo.atanh %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R6:.*]] = chlo.bessel_i1e %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R7:.*]] = chlo.conj %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R8:.*]] = chlo.cosh %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R9:.*]] = chlo.digamma %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R10:.*]] = chlo.erf %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R11:.*]] = chlo.erf_inv %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R12:.*]] = chlo.erfc %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R13:.*]] = chlo.lgamma %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R14:.*]] = chlo.sinh %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R15:.*]] = chlo.square %arg0 : tensor<?xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[R16:.*]] = chlo.tan %arg0 : tensor<?xf32> -> tensor<?xf32>
  %0 = chlo.acos %a : tensor<?xf32> -> tensor<?xf32>
  %1 = chlo.acosh %a : tensor<?xf32> -> tensor<?xf32>
  %2 = chlo.asin %a : tensor<?xf32> -> tensor<?xf32>
  %3 = chlo.asinh %a : tensor<?xf32> -> tensor<?xf32>
  %4 = chlo.atan %a : tensor<?xf32> -> tensor<?xf32>
  %5 = chlo.atanh %a : tensor<?xf32> -> tensor<?xf32>
  %6 = chlo.bessel_i1e %a : tensor<?xf32> -> tensor<?xf32>
  %7 = chlo.conj %a : tensor<?xf32> -> tensor<?xf32>
  %8 = chlo.cosh %a : tensor<?xf32> -> tensor<?xf32>
  %9 = chlo.digamma %a : tensor<?xf32> -> tensor<?xf32>
  %10 = chlo.erf %a : tensor<?xf32> -> tensor<?xf32>
  %11 = chlo.erf_inv %a : tensor<?xf32> -> tensor<?xf32>
  %12 = chlo.erfc %a : tensor<?xf32> -> tensor<?xf32>
  %13 = chlo.lgamma %a : tensor<?xf32> -> tensor<?xf32>
  %14 = chlo.sinh %a : tensor<?xf32> -> tensor<?xf32>
  %15 = chlo.square %a : tensor<?xf32> -> tensor<?xf32>
  %16 = chlo.tan %a : tensor<?xf32> -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @classifying(
func.func @classifying(%a: tensor<*xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = chlo.is_inf %arg0 : tensor<*xf32> -> tensor<*xi1>
  // CHECK-NEXT: %[[R1:.*]] = chlo.is_neg_inf %arg0 : tensor<*xf32> -> tensor<*xi1>
  // CHECK-NEXT: %[[R2:.*]] = chlo.is_pos_inf %arg0 : tensor<*xf32> -> tensor<*xi1>
  %0 = chlo.is_inf %a : tensor<*xf32> -> tensor<*xi1>
  %1 = chlo.is_neg_inf %a : tensor<*xf32> -> tensor<*xi1>
  %2 = chlo.is_pos_inf %a : tensor<*xf32> -> tensor<*xi1>
  return
}

// CHECK-LABEL: func.func @kernel(
func.func @kernel(%a: tensor<2xcomplex<f32>>) {
  // CHECK-NEXT: %[[R0:.*]] = chlo._asin_acos_kernel %arg0 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %0 = chlo._asin_acos_kernel %a : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @binary(
func.func @binary(%a: tensor<?xf32>, %b: tensor<2xf32>, %i: tensor<3xi32>) {
  // CHECK-NEXT: %[[R0:.*]] = chlo.next_after %arg0, %arg1 : tensor<?xf32>, tensor<2xf32> -> tensor<2xf32>
  // CHECK-NEXT: %[[R1:.*]] = chlo.polygamma %arg0, %arg1 : tensor<?xf32>, tensor<2xf32> -> tensor<2xf32>
  // CHECK-NEXT: %[[R2:.*]] = chlo.zeta %arg0, %arg1 : tensor<?xf32>, tensor<2xf32> -> tensor<2xf32>
  // CHECK-NEXT: %[[R3:.*]] = chlo.mulhi %arg2, %arg2 : tensor<3xi32>, tensor<3xi32> -> tensor<3xi32>
  %0 = chlo.next_after %a, %b : tensor<?xf32>, tensor<2xf32> -> tensor<2xf32>
  %1 = chlo.polygamma %a, %b : tensor<?xf32>, tensor<2xf32> -> tensor<2xf32>
  %2 = chlo.zeta %a, %b : tensor<?xf32>, tensor<2xf32> -> tensor<2xf32>
  %3 = chlo.mulhi %i, %i : tensor<3xi32>, tensor<3xi32> -> tensor<3xi32>
  return
}

// CHECK-LABEL: func.func @constants(
func.func @constants(%a: tensor<?xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = chlo.constant {note = "kept"} dense<1> : tensor<2xi32>
  // CHECK-NEXT: %[[R1:.*]] = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f32}> : (tensor<?xf32>) -> tensor<?xf32>
  %0 = chlo.constant {note = "kept"} dense<1> : tensor<2xi32>
  %1 = "chlo.constant_like"(%a) <{value = 1.000000e+00 : f32}> : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @whole_tensors(
func.func @whole_tensors(%a: tensor<2x8xf32>, %l: tensor<4x3xf32>, %r: tensor<2x3x5xf32>, %g: tensor<2xi64>) {
  // CHECK-NEXT: %[[VALUES0:.*]], %[[INDICES0:.*]] = chlo.top_k(%arg0, k = 3) : tensor<2x8xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  // CHECK-NEXT: %[[R0:.*]] = "chlo.ragged_dot"(%arg1, %arg2, %arg3) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi64>) -> tensor<4x5xf32>
  %0:2 = chlo.top_k(%a, k = 3) : tensor<2x8xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %1 = "chlo.ragged_dot"(%l, %r, %g) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi64>) -> tensor<4x5xf32>
  return
}
