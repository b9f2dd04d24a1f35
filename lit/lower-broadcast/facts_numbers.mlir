// RUN: bcast-lower --split-input-file %s | FileCheck %s

// Sizes that are passed on as numbers are known at their destination.

// As JAX exports programs: a private function gets the size of its argument.
// CHECK-NOT: shape_assertion
func.func public @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %0 = call @ones_added(%n, %x) : (tensor<i32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func private @ones_added(%n: tensor<i32> {jax.global_constant = "b"}, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %n1, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %ones = stablehlo.dynamic_broadcast_in_dim %one, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
  %0 = chlo.broadcast_add %x, %ones : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// A number that a function returns, and one that a loop carries.
// CHECK-NOT: shape_assertion
func.func @results(%x: tensor<?xf32>, %i: tensor<i32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = call @same(%n) : (tensor<i32>) -> tensor<i32>
  %end:2 = stablehlo.while(%k = %m, %c = %i) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %c, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %c, %one : tensor<i32>
    stablehlo.return %k, %next : tensor<i32>, tensor<i32>
  }
  %shape = stablehlo.reshape %end#0 : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @same(%n: tensor<i32>) -> tensor<i32> {
  return %n : tensor<i32>
}

// -----

// Two calls with different sizes: only facts common to both are known about the number.
// CHECK-LABEL: @differ
func.func @differ(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = call @with_size(%n, %x) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = call @with_size(%n, %y) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
// CHECK-LABEL: @with_size
func.func private @with_size(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  // CHECK: shape_assertion
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A counter has a different value in each iteration.
// CHECK-LABEL: @counter
func.func @counter(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %end = stablehlo.while(%c = %n) : tensor<i32>
  cond {
    %limit = stablehlo.constant dense<9> : tensor<i32>
    %p = stablehlo.compare LT, %c, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %c, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  %shape = stablehlo.reshape %end : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  // CHECK: shape_assertion
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Integers of more than 64 bits are not tracked.
// CHECK-LABEL: @wide
func.func @wide(%x: tensor<?xf32>, %a: i128, %b: i4096) -> (tensor<?xf32>, i128, i4096) {
  %0 = arith.addi %a, %a : i128
  %1 = arith.muli %b, %b : i4096
  %2 = arith.trunci %0 : i128 to i32
  %3 = tensor.from_elements %2 : tensor<1xi32>
  %y = stablehlo.dynamic_iota %3, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  // CHECK: shape_assertion
  %4 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %4, %0, %1 : tensor<?xf32>, i128, i4096
}

// The same number without a sign in 8 bits and in 16 bits, of -1: 255 and 65,535.
// CHECK-LABEL: func.func @without_signs
// CHECK: arith.extui %{{.*}} : i8 to i32
// CHECK: arith.extui %{{.*}} : i16 to i32
// CHECK: stablehlo.custom_call @shape_assertion
func.func @without_signs(%b: tensor<i8>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %e = tensor.extract %b[] : tensor<i8>
  %w = arith.extsi %e : i8 to i16
  %z1 = arith.extui %e : i8 to i32
  %z2 = arith.extui %w : i16 to i32
  %s1 = tensor.from_elements %z1 : tensor<1xi32>
  %s2 = tensor.from_elements %z2 : tensor<1xi32>
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %p = stablehlo.dynamic_broadcast_in_dim %f, %s1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %q = stablehlo.dynamic_broadcast_in_dim %f, %s2, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %r = chlo.broadcast_add %p, %q : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
