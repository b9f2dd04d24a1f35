// Ops that create, measure or rearrange tensors.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK-LABEL: func.func @constants(
func.func @constants() {
  // CHECK-NEXT: %[[C0:.*]] = stablehlo.constant dense<[1, -2]> : tensor<2xi8>
  // CHECK-NEXT: %[[CST0:.*]] = stablehlo.constant {note = "kept"} dense<1.500000e+00> : tensor<3xbf16>
  // CHECK-NEXT: %[[C1:.*]] = stablehlo.constant dense<true> : tensor<i1>
  // CHECK-NEXT: %[[CST1:.*]] = stablehlo.constant dense<(1.000000e+00,-1.000000e+00)> : tensor<complex<f32>>
  // CHECK-NEXT: %[[CST2:.*]] = stablehlo.constant() <{value = dense<7> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.iota dim = 1 : tensor<2x5xui32>
  %0 = stablehlo.constant dense<[1, -2]> : tensor<2xi8>
  %1 = stablehlo.constant {note = "kept"} dense<1.500000e+00> : tensor<3xbf16>
  %2 = stablehlo.constant dense<true> : tensor<i1>
  %3 = stablehlo.constant dense<(1.000000e+00,-1.000000e+00)> : tensor<complex<f32>>
  %4 = "stablehlo.constant"() <{value = dense<7> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %5 = stablehlo.iota dim = 1 : tensor<2x5xui32>
  return
}

// CHECK-LABEL: func.func @extents(
func.func @extents(%a: tensor<?x3xf32>, %n: tensor<i32>, %b: tensor<?xf32, #stablehlo.bounds<9>>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<?x3xf32>, tensor<i32>) -> tensor<?x?xf32, #stablehlo.bounds<?, 3>>
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.set_dimension_size %arg2, %arg1, dim = 0 : (tensor<?xf32, #stablehlo.bounds<9>>, tensor<i32>) -> tensor<9xf32>
  %0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %1 = stablehlo.set_dimension_size %a, %n, dim = 1 : (tensor<?x3xf32>, tensor<i32>) -> tensor<?x?xf32, #stablehlo.bounds<?, 3>>
  %2 = stablehlo.set_dimension_size %b, %n, dim = 0 : (tensor<?xf32, #stablehlo.bounds<9>>, tensor<i32>) -> tensor<9xf32>
  return
}

// CHECK-LABEL: func.func @old_spelling_of_bounds(
func.func @old_spelling_of_bounds(%b: tensor<?x?xf32, #stablehlo.type_extensions<bounds = [9, ?]>>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.negate %arg0 : tensor<?x?xf32, #stablehlo.bounds<9, ?>>
  %0 = stablehlo.negate %b : tensor<?x?xf32, #stablehlo.type_extensions<bounds = [9, ?]>>
  return
}

// CHECK-LABEL: func.func @broadcasts(
func.func @broadcasts(%a: tensor<3x1xf32>, %s: tensor<3xi32>, %d: tensor<?xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [1, 0] : (tensor<3x1xf32>) -> tensor<5x3x2xf32>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.broadcast %arg0, sizes = [7] : (tensor<3x1xf32>) -> tensor<7x3x1xf32>
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 2] : (tensor<3x1xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  // CHECK-NEXT: %[[R3:.*]] = stablehlo.dynamic_broadcast_in_dim %arg2, %arg1, dims = [2] {known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  // CHECK-NEXT: %[[R4:.*]] = stablehlo.dynamic_iota %arg1, dim = 2 : (tensor<3xi32>) -> tensor<?x?x4xi8>
  %0 = stablehlo.broadcast_in_dim %a, dims = [1, 0] : (tensor<3x1xf32>) -> tensor<5x3x2xf32>
  %1 = stablehlo.broadcast %a, sizes = [7] : (tensor<3x1xf32>) -> tensor<7x3x1xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 2] : (tensor<3x1xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %d, %s, dims = [2] {known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  %4 = stablehlo.dynamic_iota %s, dim = 2 : (tensor<3xi32>) -> tensor<?x?x4xi8>
  return
}

// CHECK-LABEL: func.func @other_shapes(
func.func @other_shapes(%a: tensor<2x3xf32>, %d: tensor<?x3xf32>, %s: tensor<2xindex>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6x1xf32>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.dynamic_reshape %arg1, %arg2 : (tensor<?x3xf32>, tensor<2xindex>) -> tensor<3x?xf32>
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<?x3xf32>) -> tensor<3x?xf32>
  // CHECK-NEXT: %[[R3:.*]] = stablehlo.reverse %arg1, dims = [0, 1] : tensor<?x3xf32>
  // CHECK-NEXT: %[[R4:.*]] = stablehlo.bitcast_convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3x4xi8>
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<6x1xf32>
  %1 = stablehlo.dynamic_reshape %d, %s : (tensor<?x3xf32>, tensor<2xindex>) -> tensor<3x?xf32>
  %2 = stablehlo.transpose %d, dims = [1, 0] : (tensor<?x3xf32>) -> tensor<3x?xf32>
  %3 = stablehlo.reverse %d, dims = [0, 1] : tensor<?x3xf32>
  %4 = stablehlo.bitcast_convert %a : (tensor<2x3xf32>) -> tensor<2x3x4xi8>
  return
}

// CHECK-LABEL: func.func @joining_and_cutting(
func.func @joining_and_cutting(%a: tensor<4x6xf32>, %b: tensor<4x?xf32>, %s: tensor<f32>, %i: tensor<i32>, %n: tensor<2xi64>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<4x6xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.concatenate %arg0, dim = 0 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.slice %arg0 [1:3, 0:6:4] : (tensor<4x6xf32>) -> tensor<2x2xf32>
  // CHECK-NEXT: %[[R3:.*]] = stablehlo.slice %arg2 [] : (tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: %[[R4:.*]] = stablehlo.pad %arg0, %arg2, low = [0, -1], high = [2, 0], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<9x5xf32>
  // CHECK-NEXT: %[[R5:.*]] = stablehlo.dynamic_pad %arg0, %arg2, %arg4, %arg4, %arg4 : (tensor<4x6xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK-NEXT: %[[R6:.*]] = stablehlo.dynamic_slice %arg0, %arg3, %arg3, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  // CHECK-NEXT: %[[R7:.*]] = stablehlo.dynamic_update_slice %arg0, %[[R6]], %arg3, %arg3 : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  // CHECK-NEXT: %[[R8:.*]] = stablehlo.real_dynamic_slice %arg0, %arg4, %arg4, %arg4 : (tensor<4x6xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<4x6xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = stablehlo.concatenate %a, dim = 0 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.slice %a [1:3, 0:6:4] : (tensor<4x6xf32>) -> tensor<2x2xf32>
  %3 = stablehlo.slice %s [] : (tensor<f32>) -> tensor<f32>
  %4 = stablehlo.pad %a, %s, low = [0, -1], high = [2, 0], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<9x5xf32>
  %5 = stablehlo.dynamic_pad %a, %s, %n, %n, %n : (tensor<4x6xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %6 = stablehlo.dynamic_slice %a, %i, %i, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %7 = stablehlo.dynamic_update_slice %a, %6, %i, %i : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  %8 = stablehlo.real_dynamic_slice %a, %n, %n, %n : (tensor<4x6xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
