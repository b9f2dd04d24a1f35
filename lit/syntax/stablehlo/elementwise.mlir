// Elementwise ops.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK-LABEL: func.func @unary(
func.func @unary(%a: tensor<?x2xf32>, %i: tensor<3xui8>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.abs %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.cbrt %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.ceil %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R3:.*]] = stablehlo.cosine %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R4:.*]] = stablehlo.count_leading_zeros %arg1 : tensor<3xui8>
  // CHECK-NEXT: %[[R5:.*]] = stablehlo.exponential %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R6:.*]] = stablehlo.exponential_minus_one %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R7:.*]] = stablehlo.floor %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R8:.*]] = stablehlo.log %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R9:.*]] = stablehlo.log_plus_one %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R10:.*]] = stablehlo.logistic %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R11:.*]] = stablehlo.negate %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R12:.*]] = stablehlo.not %arg1 : tensor<3xui8>
  // CHECK-NEXT: %[[R13:.*]] = stablehlo.popcnt %arg1 : tensor<3xui8>
  // CHECK-NEXT: %[[R14:.*]] = stablehlo.round_nearest_afz %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R15:.*]] = stablehlo.round_nearest_even %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R16:.*]] = stablehlo.rsqrt %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R17:.*]] = stablehlo.sign %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R18:.*]] = stablehlo.sine %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R19:.*]] = stablehlo.sqrt %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R20:.*]] = stablehlo.tan %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R21:.*]] = stablehlo.tanh %arg0 : tensor<?x2xf32>
  %0 = stablehlo.abs %a : tensor<?x2xf32>
  %1 = stablehlo.cbrt %a : tensor<?x2xf32>
  %2 = stablehlo.ceil %a : tensor<?x2xf32>
  %3 = stablehlo.cosine %a : tensor<?x2xf32>
  %4 = stablehlo.count_leading_zeros %i : tensor<3xui8>
  %5 = stablehlo.exponential %a : tensor<?x2xf32>
  %6 = stablehlo.exponential_minus_one %a : tensor<?x2xf32>
  %7 = stablehlo.floor %a : tensor<?x2xf32>
  %8 = stablehlo.log %a : tensor<?x2xf32>
  %9 = stablehlo.log_plus_one %a : tensor<?x2xf32>
  %10 = stablehlo.logistic %a : tensor<?x2xf32>
  %11 = stablehlo.negate %a : tensor<?x2xf32>
  %12 = stablehlo.not %i : tensor<3xui8>
  %13 = stablehlo.popcnt %i : tensor<3xui8>
  %14 = stablehlo.round_nearest_afz %a : tensor<?x2xf32>
  %15 = stablehlo.round_nearest_even %a : tensor<?x2xf32>
  %16 = stablehlo.rsqrt %a : tensor<?x2xf32>
  %17 = stablehlo.sign %a : tensor<?x2xf32>
  %18 = stablehlo.sine %a : tensor<?x2xf32>
  %19 = stablehlo.sqrt %a : tensor<?x2xf32>
  %20 = stablehlo.tan %a : tensor<?x2xf32>
  %21 = stablehlo.tanh %a : tensor<?x2xf32>
  return
}

// CHECK-LABEL: func.func @binary(
func.func @binary(%a: tensor<?x2xf32>, %b: tensor<3x?xf32>, %i: tensor<3xi16>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.add %arg0, %arg1 : (tensor<?x2xf32>, tensor<3x?xf32>) -> tensor<3x2xf32>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.and %arg2, %arg2 : tensor<3xi16>
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.atan2 %arg0, %arg1 : (tensor<?x2xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>
  // CHECK-NEXT: %[[R3:.*]] = stablehlo.divide %arg0, %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R4:.*]] = stablehlo.maximum %arg0, %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R5:.*]] = stablehlo.minimum %arg0, %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R6:.*]] = stablehlo.multiply %arg0, %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R7:.*]] = stablehlo.or %arg2, %arg2 : tensor<3xi16>
  // CHECK-NEXT: %[[R8:.*]] = stablehlo.power %arg0, %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R9:.*]] = stablehlo.remainder %arg0, %arg0 : tensor<?x2xf32>
  // CHECK-NEXT: %[[R10:.*]] = stablehlo.shift_left %arg2, %arg2 : tensor<3xi16>
  // CHECK-NEXT: %[[R11:.*]] = stablehlo.shift_right_arithmetic %arg2, %arg2 : tensor<3xi16>
  // CHECK-NEXT: %[[R12:.*]] = stablehlo.shift_right_logical %arg2, %arg2 : tensor<3xi16>
  // CHECK-NEXT: %[[R13:.*]] = stablehlo.subtract %arg0, %arg0 {note = "kept"} : tensor<?x2xf32>
  // CHECK-NEXT: %[[R14:.*]] = stablehlo.xor %arg2, %arg2 : tensor<3xi16>
  %0 = stablehlo.add %a, %b : (tensor<?x2xf32>, tensor<3x?xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.and %i, %i : tensor<3xi16>
  %2 = stablehlo.atan2 %a, %b : (tensor<?x2xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>
  %3 = stablehlo.divide %a, %a : tensor<?x2xf32>
  %4 = stablehlo.maximum %a, %a : tensor<?x2xf32>
  %5 = stablehlo.minimum %a, %a : tensor<?x2xf32>
  %6 = stablehlo.multiply %a, %a : tensor<?x2xf32>
  %7 = stablehlo.or %i, %i : tensor<3xi16>
  %8 = stablehlo.power %a, %a : tensor<?x2xf32>
  %9 = stablehlo.remainder %a, %a : tensor<?x2xf32>
  %10 = stablehlo.shift_left %i, %i : tensor<3xi16>
  %11 = stablehlo.shift_right_arithmetic %i, %i : tensor<3xi16>
  %12 = stablehlo.shift_right_logical %i, %i : tensor<3xi16>
  %13 = stablehlo.subtract %a, %a {note = "kept"} : tensor<?x2xf32>
  %14 = stablehlo.xor %i, %i : tensor<3xi16>
  return
}

// CHECK-LABEL: func.func @element_types_that_change(
func.func @element_types_that_change(%a: tensor<4xf64>, %c: tensor<4xcomplex<f64>>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.convert %arg0 : (tensor<4xf64>) -> tensor<4xf8E5M2>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.convert %arg0 : tensor<4xf64>
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f64>>
  // CHECK-NEXT: %[[R3:.*]] = stablehlo.real %arg1 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  // CHECK-NEXT: %[[R4:.*]] = stablehlo.imag %arg1 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  // CHECK-NEXT: %[[R5:.*]] = stablehlo.abs %arg1 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  // CHECK-NEXT: %[[R6:.*]] = stablehlo.is_finite %arg0 : (tensor<4xf64>) -> tensor<4xi1>
  // CHECK-NEXT: %[[R7:.*]] = stablehlo.reduce_precision %arg0, format = e5m2 : tensor<4xf64>
  %0 = stablehlo.convert %a : (tensor<4xf64>) -> tensor<4xf8E5M2>
  %1 = stablehlo.convert %a : tensor<4xf64>
  %2 = stablehlo.complex %a, %a : tensor<4xcomplex<f64>>
  %3 = stablehlo.real %c : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %4 = stablehlo.imag %c : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %5 = stablehlo.abs %c : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %6 = stablehlo.is_finite %a : (tensor<4xf64>) -> tensor<4xi1>
  %7 = stablehlo.reduce_precision %a, format = e5m2 : tensor<4xf64>
  return
}

// CHECK-LABEL: func.func @compare(
func.func @compare(%a: tensor<?xf32>, %b: tensor<2xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.compare EQ, %arg0, %arg1 : (tensor<?xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.compare GE, %arg0, %arg1, TOTALORDER : (tensor<?xf32>, tensor<2xf32>) -> tensor<2xi1>
  %0 = stablehlo.compare EQ, %a, %b : (tensor<?xf32>, tensor<2xf32>) -> tensor<2xi1>
  %1 = stablehlo.compare GE, %a, %b, TOTALORDER : (tensor<?xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// CHECK-LABEL: func.func @ternary(
func.func @ternary(%p: tensor<i1>, %q: tensor<?xi1>, %a: tensor<?xf32>, %b: tensor<2xf32>, %s: tensor<f32>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.select %arg0, %arg3, %arg3 : tensor<i1>, tensor<2xf32>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.select %arg1, %arg2, %arg3 : (tensor<?xi1>, tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.clamp %arg4, %arg3, %arg4 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[R3:.*]] = stablehlo.clamp %arg3, %arg3, %arg3 : tensor<2xf32>
  %0 = stablehlo.select %p, %b, %b : tensor<i1>, tensor<2xf32>
  %1 = stablehlo.select %q, %a, %b : (tensor<?xi1>, tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  %2 = stablehlo.clamp %s, %b, %s : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %3 = stablehlo.clamp %b, %b, %b : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @accuracy(
func.func @accuracy(%a: tensor<f32>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<f32>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<f32>
  %0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<f32>
  %1 = stablehlo.tanh %a {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<f32>
  return
}

// CHECK-LABEL: func.func @quantized(
func.func @quantized(%a: tensor<4xf32>, %q: tensor<4x!quant.uniform<i8:f32, 0.5:3>>, %x: tensor<2x4x!quant.uniform<i8:f32:0, {0.5,2.5}>>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.uniform_quantize %arg0 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.uniform_dequantize %arg1 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4xf32>
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.add %arg1, %arg1 : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
  // CHECK-NEXT: %[[R3:.*]] = stablehlo.add %arg2, %arg2 : tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e+00}>>
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.uniform_dequantize %q : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  %2 = stablehlo.add %q, %q : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %3 = stablehlo.add %x, %x : tensor<2x4x!quant.uniform<i8:f32:0, {0.5,2.5}>>
  return
}
