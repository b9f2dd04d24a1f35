// Numbers with module-wide names, by `jax.global_constant`: nothing checks them, so they are
// used only if declared symbols are assumed.
// RUN: bcast-lower --split-input-file %s | FileCheck %s
// RUN: bcast-lower --split-input-file --assume-symbols=on %s | FileCheck %s --check-prefix=ASSUME
// RUN: bcast-lower --split-input-file --assertions=none %s | FileCheck %s --check-prefix=NONE

// Two calls pass the size of %x and that of %y under the same name.
// CHECK-LABEL: @passed
// CHECK: @shape_assertion
// ASSUME-LABEL: @passed
// ASSUME-NOT: @shape_assertion
// ASSUME: call @any_other
// ASSUME-NEXT: stablehlo.add %arg0, %arg1
// NONE-LABEL: @passed
// NONE: call @any_other
// NONE-NEXT: stablehlo.add %arg0, %arg1
func.func @passed(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  call @any_b(%n) : (tensor<i32>) -> ()
  call @any_other(%m, %n) : (tensor<i32>, tensor<i32>) -> ()
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// A call in one branch gives no facts after both.
// ASSUME-LABEL: @passed_in_one_branch
// ASSUME: @shape_assertion
func.func @passed_in_one_branch(%p: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  scf.if %p {
    func.call @any_b(%n) : (tensor<i32>) -> ()
    scf.yield
  } else {
    scf.yield
  }
  call @any_other(%m, %n) : (tensor<i32>, tensor<i32>) -> ()
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @any_b(%n: tensor<i32> {jax.global_constant = "b"}) {
  return
}
func.func @any_other(%n: tensor<i32> {jax.global_constant = "b"}, %m: tensor<i32> {jax.global_constant = "c"}) {
  return
}

// -----

// A function that calls itself: the value that it passes under the name "b" equals its own %b,
// also in 64 bits. Values without a name do not.
// CHECK-LABEL: @recursive
// CHECK: @shape_assertion
// CHECK: @shape_assertion
// ASSUME-LABEL: @recursive
// ASSUME-NOT: chlo.broadcast_add: operand
// ASSUME: call @recursive
// ASSUME-NOT: chlo.broadcast_add: operand
// ASSUME: chlo.broadcast_multiply: operand
// ASSUME: return
func.func private @recursive(%b: tensor<i64> {jax.global_constant = "b"}, %c: tensor<i64>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %b1 = stablehlo.reshape %b : (tensor<i64>) -> tensor<1xi64>
  %y = stablehlo.dynamic_iota %b1, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %c1 = stablehlo.reshape %c : (tensor<i64>) -> tensor<1xi64>
  %z = stablehlo.dynamic_iota %c1, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.convert %n : (tensor<i32>) -> tensor<i64>
  %0 = call @recursive(%m, %c, %x) : (tensor<i64>, tensor<i64>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_multiply %1, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// A size declared with the same name equals that number; a negative number, or a tensor of
// several, is not a size.
// CHECK-LABEL: @declared
// CHECK: @shape_assertion
// ASSUME-LABEL: @declared
// ASSUME-NOT: chlo.broadcast_add: operand
// ASSUME: chlo.broadcast_multiply: operand
// ASSUME: return
func.func @declared(
    %x: tensor<?xf32> {bcast.dims = ["b"]},
    %b: tensor<i32> {jax.global_constant = "b"},
    %p: tensor<i32> {jax.global_constant = "_platform_index"},
    %two: tensor<2xi32> {jax.global_constant = "b"},
    %no_name: tensor<i32> {jax.global_constant = 1 : i32},
    %float: tensor<f32> {jax.global_constant = "b"}) -> tensor<?xf32> {
  %b1 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %b1, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %two1 = stablehlo.slice %two [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %two1, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_multiply %0, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
