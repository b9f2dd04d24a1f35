// RUN: bcast-lower --split-input-file --pass-pipeline='builtin.module(specialize-sizes{shapes=5})' %s | FileCheck %s -enable-var-scope

// floor(5 * 0.3f) of floats is 1, and 2 * 5 of unsigned integers is 10; 5 * 50 wraps to -6 in 8 bits.
// CHECK-LABEL: func.func @floats_and_unsigned(
// CHECK-SAME: -> (tensor<1xf32>, tensor<10xf32>, tensor<6xf32>)
// CHECK-NOT: stablehlo.convert
func.func @floats_and_unsigned(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %cst = stablehlo.constant dense<1.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %scale = stablehlo.constant dense<0.3> : tensor<f32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %0 = stablehlo.multiply %f, %scale : tensor<f32>
  %1 = stablehlo.floor %0 : tensor<f32>
  %2 = stablehlo.convert %1 : (tensor<f32>) -> tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.dynamic_broadcast_in_dim %cst, %3, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %two = stablehlo.constant dense<2> : tensor<ui32>
  %5 = stablehlo.convert %n : (tensor<i32>) -> tensor<ui32>
  %6 = stablehlo.multiply %5, %two : tensor<ui32>
  %7 = stablehlo.convert %6 : (tensor<ui32>) -> tensor<i32>
  %8 = stablehlo.reshape %7 : (tensor<i32>) -> tensor<1xi32>
  %9 = stablehlo.dynamic_broadcast_in_dim %cst, %8, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %fifty = stablehlo.constant dense<50> : tensor<i8>
  %10 = stablehlo.convert %n : (tensor<i32>) -> tensor<i8>
  %11 = stablehlo.multiply %10, %fifty : tensor<i8>
  %12 = stablehlo.abs %11 : tensor<i8>
  %13 = stablehlo.convert %12 : (tensor<i8>) -> tensor<i32>
  %14 = stablehlo.reshape %13 : (tensor<i32>) -> tensor<1xi32>
  %15 = stablehlo.dynamic_broadcast_in_dim %cst, %14, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %4, %9, %15 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// 16777217 is no float of 32 bits, so it is rounded: its half and one is 8388609.
// CHECK-LABEL: func.func @rounded(
// CHECK-SAME: -> tensor<8388609xi1>
func.func @rounded(%x: tensor<?xf32>) -> tensor<?xi1> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %most = stablehlo.constant dense<16777212> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %sum = stablehlo.add %n, %most : tensor<i32>
  %f = stablehlo.convert %sum : (tensor<i32>) -> tensor<f32>
  %0 = stablehlo.multiply %f, %half : tensor<f32>
  %1 = stablehlo.add %0, %one : tensor<f32>
  %2 = stablehlo.ceil %1 : tensor<f32>
  %3 = stablehlo.convert %2 : (tensor<f32>) -> tensor<i32>
  %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %5 = stablehlo.dynamic_broadcast_in_dim %true, %4, dims = [] : (tensor<i1>, tensor<1xi32>) -> tensor<?xi1>
  return %5 : tensor<?xi1>
}

// -----

// A comparison of floats decides a branch.
// CHECK-LABEL: func.func @decided(
// CHECK-NEXT: stablehlo.negate
// CHECK-NEXT: return
func.func @decided(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %limit = stablehlo.constant dense<4.5> : tensor<f32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %c = stablehlo.compare GT, %f, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0 = "stablehlo.if"(%c) ({
    %1 = stablehlo.negate %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Unsigned numbers are not negative, be they constants, computed or passed to a function: 250 / 5, 250 % 7, 250 + 5
// in floats, 5 - 6 = 255 > 250, and 200 / 5.
// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME: -> (tensor<50xf32>, tensor<5xf32>, tensor<255xf32>, tensor<i1>, tensor<ui8>, tensor<ui8>, tensor<40xf32>)
// CHECK-DAG: %[[TRUE:.*]] = stablehlo.constant dense<true>
// CHECK-DAG: %[[C200:.*]] = stablehlo.constant dense<200> : tensor<ui8>
// CHECK-DAG: %[[C255:.*]] = stablehlo.constant dense<255> : tensor<ui8>
// CHECK: return %{{.*}}, %{{.*}}, %{{.*}}, %[[TRUE]], %[[C255]], %[[C200]], %{{.*}} :
func.func @unsigned(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<i1>, tensor<ui8>, tensor<ui8>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %u = stablehlo.convert %n : (tensor<i32>) -> tensor<ui8>
  %c250 = stablehlo.constant dense<250> : tensor<ui8>
  %0 = stablehlo.divide %c250, %u : tensor<ui8>
  %1 = func.call @filled(%0, %zero) : (tensor<ui8>, tensor<f32>) -> tensor<?xf32>
  %c7 = stablehlo.constant dense<7> : tensor<ui8>
  %2 = stablehlo.remainder %c250, %c7 : tensor<ui8>
  %3 = func.call @filled(%2, %zero) : (tensor<ui8>, tensor<f32>) -> tensor<?xf32>
  %4 = stablehlo.convert %c250 : (tensor<ui8>) -> tensor<f32>
  %5 = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %6 = stablehlo.add %4, %5 : tensor<f32>
  %7 = stablehlo.convert %6 : (tensor<f32>) -> tensor<ui8>
  %8 = func.call @filled(%7, %zero) : (tensor<ui8>, tensor<f32>) -> tensor<?xf32>
  %c6 = stablehlo.constant dense<6> : tensor<ui8>
  %9 = stablehlo.subtract %u, %c6 : tensor<ui8>
  %10 = stablehlo.compare GT, %9, %c250 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  %c200 = stablehlo.constant dense<200> : tensor<ui8>
  %11:2 = func.call @fifth(%c200, %x) : (tensor<ui8>, tensor<?xf32>) -> (tensor<ui8>, tensor<?xf32>)
  return %1, %3, %8, %10, %9, %11#0, %11#1 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<i1>, tensor<ui8>, tensor<ui8>, tensor<?xf32>
}
func.func private @filled(%count: tensor<ui8>, %zero: tensor<f32>) -> tensor<?xf32> {
  %0 = stablehlo.convert %count : (tensor<ui8>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %zero, %1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
func.func private @fifth(%number: tensor<ui8>, %x: tensor<?xf32>) -> (tensor<ui8>, tensor<?xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %u = stablehlo.convert %n : (tensor<i32>) -> tensor<ui8>
  %0 = stablehlo.divide %number, %u : tensor<ui8>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = func.call @filled(%0, %zero) : (tensor<ui8>, tensor<f32>) -> tensor<?xf32>
  return %number, %1 : tensor<ui8>, tensor<?xf32>
}

// -----

// The bits of unsigned integers of other widths.
// CHECK-LABEL: func.func @unsigned_widths(
// CHECK-DAG: %[[A:.*]] = stablehlo.constant dense<[245, 254]> : tensor<2xui8>
// CHECK-DAG: %[[B:.*]] = stablehlo.constant dense<18446744073709551611> : tensor<ui64>
// CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<65531> : tensor<ui16>
// CHECK-NOT: stablehlo
// CHECK: return %[[A]], %[[B]], %[[C]] :
func.func @unsigned_widths(%x: tensor<?xf32>) -> (tensor<2xui8>, tensor<ui64>, tensor<ui16>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.convert %n : (tensor<i32>) -> tensor<ui8>
  %1 = stablehlo.reshape %0 : (tensor<ui8>) -> tensor<1xui8>
  %2 = stablehlo.concatenate %1, %1, dim = 0 : (tensor<1xui8>, tensor<1xui8>) -> tensor<2xui8>
  %c = stablehlo.constant dense<[250, 3]> : tensor<2xui8>
  %3 = stablehlo.subtract %c, %2 : tensor<2xui8>
  %zero = stablehlo.constant dense<0> : tensor<ui64>
  %4 = stablehlo.convert %n : (tensor<i32>) -> tensor<ui64>
  %5 = stablehlo.subtract %zero, %4 : tensor<ui64>
  %6 = stablehlo.convert %5 : (tensor<ui64>) -> tensor<ui16>
  return %3, %5, %6 : tensor<2xui8>, tensor<ui64>, tensor<ui16>
}

// -----

// The sum of truth values is whether one holds, the product whether all do; true is the greater one.
// CHECK-LABEL: func.func @truth_values(
// CHECK-DAG: %[[TRUE:.*]] = stablehlo.constant dense<true>
// CHECK-DAG: %[[FALSE:.*]] = stablehlo.constant dense<false>
// CHECK: return %[[TRUE]], %[[TRUE]], %[[FALSE]], %[[TRUE]], %[[TRUE]], %[[FALSE]], %[[TRUE]], %[[FALSE]] :
func.func @truth_values(%x: tensor<?xf32>) -> (tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %c9 = stablehlo.constant dense<9> : tensor<i32>
  %true = stablehlo.compare GT, %n, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %false = stablehlo.compare GT, %n, %c9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = stablehlo.add %true, %true : tensor<i1>
  %1 = stablehlo.add %true, %false : tensor<i1>
  %2 = stablehlo.multiply %true, %false : tensor<i1>
  %3 = stablehlo.multiply %true, %true : tensor<i1>
  %4 = stablehlo.maximum %true, %false : tensor<i1>
  %5 = stablehlo.minimum %true, %false : tensor<i1>
  %6 = stablehlo.compare LT, %false, %true : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %7 = stablehlo.compare LT, %true, %false : (tensor<i1>, tensor<i1>) -> tensor<i1>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>
}

// -----

// In the total order, -0 is less than 0, and so is it for the greater of two.
// CHECK-LABEL: func.func @zeros(
// CHECK-DAG: %[[TRUE:.*]] = stablehlo.constant dense<true>
// CHECK-DAG: %[[FALSE:.*]] = stablehlo.constant dense<false>
// CHECK: return %[[TRUE]], %[[FALSE]], %[[FALSE]], %[[TRUE]] :
func.func @zeros(%x: tensor<?xf32>) -> (tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %minus = stablehlo.constant dense<-0.0> : tensor<f32>
  %1 = stablehlo.multiply %0, %minus : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.compare LT, %1, %zero, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %3 = stablehlo.compare EQ, %1, %zero, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %4 = stablehlo.compare LT, %1, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %5 = stablehlo.maximum %1, %zero : tensor<f32>
  %6 = stablehlo.compare EQ, %5, %zero, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %2, %3, %4, %6 : tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>
}

// -----

// A comparison without signs of integers that have one has no meaning on which consumers agree.
// CHECK-LABEL: func.func @other_order(
// CHECK: stablehlo.compare LT, %{{.*}}, %{{.*}}, UNSIGNED
func.func @other_order(%x: tensor<?xf32>) -> tensor<i1> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %m = stablehlo.subtract %n, %c : tensor<i32>
  %r = stablehlo.compare LT, %m, %c, UNSIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}

// -----

// CHECK-LABEL: func.func @lesser(
// CHECK-DAG: %[[TWO:.*]] = stablehlo.constant dense<2>
// CHECK: return %[[TWO]]
func.func @lesser(%x: tensor<?xf32>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %c = stablehlo.constant dense<2.5> : tensor<f32>
  %1 = stablehlo.minimum %0, %c : tensor<f32>
  %2 = stablehlo.floor %1 : tensor<f32>
  %3 = stablehlo.convert %2 : (tensor<f32>) -> tensor<i32>
  return %3 : tensor<i32>
}
