// RUN: bcast-lower --allow-unregistered-dialect --simplify-broadcasts %s | FileCheck %s --implicit-check-not='(%1, %1'
// RUN: bcast-lower --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(simplify-broadcasts))' %s | FileCheck %s --implicit-check-not='(%1, %1'

// That `add` is legal only for equal sizes checks nothing: what may check sizes elsewhere, in a function that is not
// called by name or by an op that is not known, gets the sizes of both operands.

func.func private @check(%n: tensor<i32>, %m: tensor<i32>) {
  %equal = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal, %n, %m) {api_version = 2 : i32, error_message = "n = m, {0} {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return
}

func.func private @elsewhere(tensor<i32>, tensor<i32>) -> tensor<i1>

// CHECK-LABEL: func.func private @sizes
// CHECK: return %1, %2, %0
func.func private @sizes(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<i32>, tensor<i32>, tensor<?xf32>) {
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  return %n, %m, %s : tensor<i32>, tensor<i32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @by_a_function_value
// CHECK: call_indirect %{{.*}}(%1, %2)
func.func @by_a_function_value(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %f = func.constant @check : (tensor<i32>, tensor<i32>) -> ()
  func.call_indirect %f(%n, %m) : (tensor<i32>, tensor<i32>) -> ()
  return %s : tensor<?xf32>
}

// CHECK-LABEL: func.func @by_a_custom_call
// CHECK: @any(%1, %2)
func.func @by_a_custom_call(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %r = stablehlo.custom_call @any(%n, %m) {called_computations = [@check]} : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %s : tensor<?xf32>
}

// CHECK-LABEL: func.func @by_an_unknown_call
// CHECK: "my.call"(%1, %2)
func.func @by_an_unknown_call(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %r = "my.call"(%n, %m) {functions = {f = @check}} : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %s : tensor<?xf32>
}

// CHECK-LABEL: func.func @by_a_declaration
// CHECK: call @elsewhere(%1, %2)
func.func @by_a_declaration(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %r = func.call @elsewhere(%n, %m) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %s : tensor<?xf32>
}

// CHECK-LABEL: func.func @by_a_call_with_effects
// CHECK: @my_check(%1, %2)
func.func @by_a_call_with_effects(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %r = stablehlo.custom_call @my_check(%n, %m) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %s : tensor<?xf32>
}

// CHECK-LABEL: func.func @by_an_unknown_op
// CHECK: %3 = stablehlo.compare EQ, %1, %2
// CHECK: "tf.Assert"(%3)
func.func @by_an_unknown_op(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %equal = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  "tf.Assert"(%equal) {summarize = 3 : i64} : (tensor<i1>) -> ()
  return %s : tensor<?xf32>
}

// CHECK-LABEL: func.func @in_a_function_value
// CHECK: call_indirect
func.func @in_a_function_value(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %f = func.constant @sizes : (tensor<?xf32>, tensor<?xf32>) -> (tensor<i32>, tensor<i32>, tensor<?xf32>)
  %0:3 = func.call_indirect %f(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<i32>, tensor<i32>, tensor<?xf32>)
  %equal = stablehlo.compare EQ, %0#0, %0#1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal) {api_version = 2 : i32, error_message = "n = m", has_side_effect = true} : (tensor<i1>) -> ()
  return %0#2 : tensor<?xf32>
}

func.func private @check_sizes(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %equal = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal, %n, %m) {api_version = 2 : i32, error_message = "n = m, {0} {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return
}

// The sizes of tensors are checked as numbers are.
// CHECK-LABEL: func.func private @tensors
// CHECK: stablehlo.dynamic_iota %[[N:[0-9]+]]
// CHECK-NOT: stablehlo.dynamic_iota %[[N]]
// CHECK: return
func.func private @tensors(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %rows = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %others = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %rows, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_iota %others, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @by_a_call_of_tensors
// CHECK: stablehlo.dynamic_iota %[[N:[0-9]+]]
// CHECK-NOT: stablehlo.dynamic_iota %[[N]]
// CHECK: call @check_sizes
func.func @by_a_call_of_tensors(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %rows = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %others = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %rows, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_iota %others, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  call @check_sizes(%0, %1) : (tensor<?xf32>, tensor<?xf32>) -> ()
  %2:2 = call @tensors(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  call @check_sizes(%2#0, %2#1) : (tensor<?xf32>, tensor<?xf32>) -> ()
  return %s : tensor<?xf32>
}
