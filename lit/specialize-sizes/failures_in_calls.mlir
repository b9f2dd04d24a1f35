// RUN: not bcast-lower --verify-only --split-input-file --shapes=5,5,scalar %s 2>&1 | FileCheck %s
// RUN: not bcast-lower --verify-only --split-input-file --shapes=5,5,scalar %s 2>&1 | grep 'error: ' | count 3

// A call that may not run comes first: the check in the function still fails in the other one, with another
// argument, and is reported once.
// CHECK: [[# @LINE + 13]]:3: warning: assertion fails: must be three, is 5, if it runs
// CHECK: note: dim 0 of argument #0 is 5
// CHECK: [[# @LINE + 11]]:3: error: assertion fails: must be three, is 5
// CHECK: note: dim 0 of argument #1 is 5
// CHECK-NOT: remark
func.func private @outer(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @inner(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @inner(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %ok = stablehlo.compare EQ, %n, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %n) {api_version = 2 : i32, error_message = "must be three, is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return %x : tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = "stablehlo.if"(%p) ({
    %a = func.call @outer(%x) : (tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %a : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %1 = call @outer(%y) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = call @inner(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// CHECK: error: assertion fails: four
// CHECK-NOT: if it runs
func.func private @check(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %ok = stablehlo.compare EQ, %n, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "four", has_side_effect = true} : (tensor<i1>) -> ()
  return %x : tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>) {
  %1 = call @check(%y) : (tensor<?xf32>) -> tensor<?xf32>
  %0 = "stablehlo.if"(%p) ({
    %a = func.call @check(%x) : (tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %a : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// In both calls, it may not run: the call of the module fits, and the check stays.
// CHECK: warning: assertion fails: two, if it runs
// CHECK-NOT: error:
// CHECK: remark: a call with 5,5,scalar fits
func.func private @check(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %ok = stablehlo.compare EQ, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "two", has_side_effect = true} : (tensor<i1>) -> ()
  return %x : tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %a = func.call @check(%x) : (tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %a : tensor<?xf32>
  }, {
    %b = func.call @check(%y) : (tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %b : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Messages show unsigned numbers.
// CHECK: error: assertion fails: 251 of 250
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.convert %n : (tensor<i32>) -> tensor<ui8>
  %zero = stablehlo.constant dense<0> : tensor<ui8>
  %1 = stablehlo.subtract %zero, %0 : tensor<ui8>
  %limit = stablehlo.constant dense<250> : tensor<ui8>
  %ok = stablehlo.compare LE, %1, %limit : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %1, %limit) {api_version = 2 : i32, error_message = "{0} of {1}", has_side_effect = true} : (tensor<i1>, tensor<ui8>, tensor<ui8>) -> ()
  return %x : tensor<?xf32>
}
