// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=4x?,_ function=main})' %s | FileCheck %s -enable-var-scope
// RUN: not bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=4x?,_ function=data})' %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=4x?,_ function=drawn})' %s 2>&1 | FileCheck %s --check-prefix=DRAWN
// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=4,? function=asserted})' %s | FileCheck %s --check-prefix=ASSERTED
// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=?,4 function=of_equal_types})' %s | FileCheck %s --check-prefix=SECOND
// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=4,? function=of_equal_types})' %s | FileCheck %s --check-prefix=FIRST
// RUN: bcast-lower --target=xla --shapes=?,4 --function=of_equal_types %s | FileCheck %s --check-prefix=CHECKED

// A function that is called gets a size as a number, as in JAX's programs: it is the one that is not given.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>, %{{.*}}: tensor<i32>) -> tensor<4x?xf32>
// CHECK: %[[N:.*]] = stablehlo.get_dimension_size %[[X]], dim = 1
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}}, %{{.*}}, dims = [0] : (tensor<4xf32>, tensor<2xi32>) -> tensor<4x?xf32>
func.func @main(%x: tensor<?x?xf32>, %k: tensor<i32>) -> tensor<?x?xf32> {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %twice = func.call @twice(%n) : (tensor<i32>) -> tensor<i32>
  %0 = func.call @rows(%m, %twice, %x) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A number in an argument is data.
// ERROR: given_in_part.mlir:[[# @LINE + 13]]:8: error: 'stablehlo.dynamic_broadcast_in_dim' op is not specialised: dim 1 of its result depends on data: the elements of argument #1; with 'allow-partial=on' it stays dynamic
func.func @data(%x: tensor<?x?xf32>, %k: tensor<i32>) -> tensor<?x?xf32> {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %0 = func.call @rows(%m, %k, %x) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @rows(%m: tensor<i32>, %n: tensor<i32>, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %0 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %sum, %shape, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
func.func private @twice(%n: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %n, %n : tensor<i32>
  return %0 : tensor<i32>
}

// So is a number that a function makes of a size by what is not followed.
// DRAWN: error: 'stablehlo.dynamic_broadcast_in_dim' op is not specialised: dim 1 of its result depends on data: the result of 'stablehlo.custom_call'; with 'allow-partial=on' it stays dynamic
func.func @drawn(%x: tensor<?x?xf32>, %k: tensor<i32>) -> tensor<?x?xf32> {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %drawn = func.call @draw(%n) : (tensor<i32>) -> tensor<i32>
  %0 = func.call @rows(%m, %drawn, %x) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func private @draw(%n: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.custom_call @draw(%n) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// That `add` is legal only for equal sizes checks nothing: the assertion compares the size that is not given.
// ASSERTED-LABEL: func.func @asserted
func.func @asserted(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // ASSERTED: stablehlo.add {{.*}} -> tensor<4xf32>
  // ASSERTED: %[[B:.*]] = stablehlo.get_dimension_size %arg1
  // ASSERTED: %[[SAME:.*]] = call @same{{.*}}(%[[B]])
  // ASSERTED: %[[EQUAL:.*]] = stablehlo.compare EQ, %{{.*}}, %[[SAME]]
  // ASSERTED: @shape_assertion(%[[EQUAL]])
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %same = call @same(%b) : (tensor<i32>) -> tensor<i32>
  %equal = stablehlo.compare EQ, %a, %same : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
  return %s : tensor<?xf32>
}
func.func private @same(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %n, %zero : tensor<i32>
  return %0 : tensor<i32>
}

// Ops of `arith` take only operands of one type: the size that is not given is that of the other operand, and checked.
// SECOND-LABEL: func.func @of_equal_types(
// SECOND-SAME: %[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<4xf32>) -> tensor<4xf32>
// SECOND: %[[CAST:.*]] = tensor.cast %[[X]] : tensor<?xf32> to tensor<4xf32>
// SECOND: arith.addf %[[CAST]], %[[Y]] : tensor<4xf32>
// SECOND: arith.cmpf olt, %{{.*}}, %[[Y]] : tensor<4xf32>
// SECOND: arith.select %{{.*}}, %{{.*}}, %[[Y]] : tensor<4xi1>, tensor<4xf32>
// FIRST-LABEL: func.func @of_equal_types(
// FIRST-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<?xf32>) -> tensor<4xf32>
// FIRST: %[[CAST:.*]] = tensor.cast %[[Y]] : tensor<?xf32> to tensor<4xf32>
// FIRST: arith.addf %[[X]], %[[CAST]] : tensor<4xf32>
// CHECKED-LABEL: func.func @of_equal_types(
// CHECKED: @shape_assertion
// CHECKED-SAME: operand #0 'x' dim 0 has size {0}; expected 4
// CHECKED: stablehlo.add
func.func @of_equal_types(%x: tensor<?xf32> loc("x"), %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %x, %y : tensor<?xf32>
  %1 = arith.cmpf olt, %x, %y : tensor<?xf32>
  %2 = arith.select %1, %0, %y : tensor<?xi1>, tensor<?xf32>
  return %2 : tensor<?xf32>
}
