// RUN: bcast-lower --split-input-file %s | FileCheck %s

// Computed sizes are known as functions of other sizes: no guard remains.
// CHECK-NOT: shape_assertion

// `x[1:]` and `y[:-1]`, of equal sizes.
func.func @shifted(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %y = stablehlo.negate %x : tensor<?xf32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %minus = stablehlo.constant dense<-1> : tensor<1xi32>
  %end = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %last = stablehlo.add %end, %minus : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %one, %end, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.real_dynamic_slice %y, %zero, %last, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// Two parts in either order: `s0 + s1`.
func.func @parts(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.concatenate %y, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// Every other row of twice as many.
func.func @every_other(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %end = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %y, %zero, %end, %two : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// By an assertion: `|y| = 2 * |x|`.
func.func @every_other_by_assertion(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<2> : tensor<i32>
  %twice = stablehlo.multiply %n, %c : tensor<i32>
  %p = stablehlo.compare EQ, %m, %twice : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: shape_assertion{{.*}}Expected 2*b
  // CHECK-NOT: shape_assertion
  stablehlo.custom_call @shape_assertion(%p, %m) {api_version = 2 : i32, error_message = "Expected 2*b, got {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %end = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %y, %zero, %end, %two : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Heads that are split and merged: `b * s * 16` as `[b, s, 2, 8]` and back.
func.func @heads(%x: tensor<?x?x16xf32>) -> tensor<?xf32> {
  %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x16xf32>) -> tensor<i32>
  %s = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x16xf32>) -> tensor<i32>
  %b1 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %s1 = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %c2 = stablehlo.constant dense<2> : tensor<1xi32>
  %c8 = stablehlo.constant dense<8> : tensor<1xi32>
  %c16 = stablehlo.constant dense<16> : tensor<1xi32>
  %bs = stablehlo.multiply %b1, %s1 : tensor<1xi32>
  %all = stablehlo.multiply %bs, %c16 : tensor<1xi32>
  %s2 = stablehlo.multiply %s1, %c2 : tensor<1xi32>
  %s16 = stablehlo.multiply %c8, %s2 : tensor<1xi32>
  %back = stablehlo.multiply %s16, %b1 : tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %all : (tensor<?x?x16xf32>, tensor<1xi32>) -> tensor<?xf32>
  %split = stablehlo.concatenate %b1, %s1, %c2, %c8, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  %1 = stablehlo.dynamic_reshape %x, %split : (tensor<?x?x16xf32>, tensor<4xi32>) -> tensor<?x?x2x8xf32>
  %2 = stablehlo.dynamic_reshape %1, %back : (tensor<?x?x2x8xf32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = chlo.broadcast_add %0, %2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// -----

// `n + 1` against 1: it is not 0, so no check remains.
func.func @at_least_one(%x: tensor<?xf32>, %y: tensor<1xf32>) -> tensor<?xf32> {
  %z = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %z, %y : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A check of an order: after it, `max(a, b)` is `a`.
func.func @greater(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare GE, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: shape_assertion{{.*}}n >= m
  // CHECK-NOT: shape_assertion
  stablehlo.custom_call @shape_assertion(%p) {api_version = 2 : i32, error_message = "n >= m", has_side_effect = true} : (tensor<i1>) -> ()
  %most = stablehlo.maximum %n, %m : tensor<i32>
  %shape = stablehlo.reshape %most : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A remainder is at most the dividend: `max(n mod 3, n)` is `n`.
func.func @remainder(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %rest = stablehlo.remainder %n, %c : tensor<i32>
  %most = stablehlo.maximum %rest, %n : tensor<i32>
  %shape = stablehlo.reshape %most : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Sizes as onnx-mlir computes them: `s0 * 2048` is `s0 * 16 * 128`.
func.func @factors(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %c2048 = arith.constant 2048 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %0 = arith.muli %n, %c2048 : index
  %1 = arith.muli %n, %c16 : index
  %2 = arith.muli %1, %c128 : index
  %s0 = tensor.from_elements %0 : tensor<1xindex>
  %s2 = tensor.from_elements %2 : tensor<1xindex>
  %y = stablehlo.dynamic_iota %s0, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %s2, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %3 = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// -----

// Half of a doubled size, where doubling may overflow 32 bits: a guard remains.
// CHECK-LABEL: @may_wrap
func.func @may_wrap(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<2> : tensor<i32>
  %twice = stablehlo.multiply %n, %c : tensor<i32>
  %half = stablehlo.divide %twice, %c : tensor<i32>
  %shape = stablehlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  // CHECK: shape_assertion
  %0 = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// torch's `view(-1, s)`: the product is 0 on both sides if `s` is 0.
// CHECK-LABEL: func.func @quotient_times_divisor
// CHECK-NOT: assert
// CHECK: stablehlo.add
func.func @quotient_times_divisor(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?xf32>
  %s = tensor.dim %x, %c1 : tensor<?x?xf32>
  %all = arith.muli %b, %s : index
  %rows = arith.divui %all, %s : index
  %again = arith.muli %rows, %s : index
  %flat = tensor.from_elements %again : tensor<1xindex>
  %0 = stablehlo.dynamic_reshape %x, %flat : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %whole = tensor.from_elements %all : tensor<1xindex>
  %1 = stablehlo.dynamic_reshape %x, %whole : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
