// Arguments declare dims of equal size with `bcast.dims`, and the size's range with
// `bcast.ranges`: checked at function entry, or assumed.
// RUN: bcast-lower %s | FileCheck %s
// RUN: bcast-lower %s | bcast-lower | FileCheck %s
// RUN: bcast-lower --assume-symbols=on %s | FileCheck %s --check-prefix=ASSUME
// RUN: bcast-lower --facts=off %s | FileCheck %s --check-prefix=OFF
// RUN: bcast-lower --assertions=cf %s | FileCheck %s --check-prefix=CF
// RUN: bcast-lower --assertions=cf %s | bcast-lower --assertions=cf | FileCheck %s --check-prefix=CF
// RUN: bcast-lower --assertions=none %s | FileCheck %s --check-prefix=ASSUME

// [batch, time] + [batch, time]: equal shapes, so only the declaration is checked.
// CHECK-LABEL: @same
// CHECK-NEXT: %[[Y0:.*]] = stablehlo.get_dimension_size %arg1, dim = 0
// CHECK-NEXT: %[[X0:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK-NEXT: %[[SAME:.*]] = stablehlo.compare EQ, %[[Y0]], %[[X0]]
// CHECK-NEXT: stablehlo.custom_call @shape_assertion(%[[SAME]], %[[Y0]], %[[X0]])
// CHECK-SAME: error_message = "@same: argument #1 'y' dim 0 has size {0}, argument #0 dim 0 has size {1}; both are declared as 'batch'"
// CHECK-COUNT-1: both are declared as 'time'
// CHECK-NEXT: stablehlo.negate
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: return
// ASSUME-LABEL: @same
// ASSUME-NEXT: stablehlo.negate
// ASSUME-NEXT: stablehlo.add
// ASSUME-NEXT: return
// Without facts, the declaration is still checked.
// OFF-LABEL: @same
// OFF-COUNT-2: both are declared as
// OFF: stablehlo.negate
// OFF-COUNT-2: chlo.broadcast_add: operand
// OFF: return
// CF-LABEL: @same
// CF-NEXT: get_dimension_size
// CF-NEXT: get_dimension_size
// CF-NEXT: compare
// CF-NEXT: tensor.extract
// CF-NEXT: cf.assert %{{.*}}, "@same: the sizes of argument #1 'y' dim 0 and argument #0 dim 0 differ; both are declared as 'batch'"
// CF-COUNT-1: cf.assert
// CF-NOT: cf.assert
// CF: return
func.func @same(%x: tensor<?x?xf32> {bcast.dims = ["batch", "time"]},
                %y: tensor<?x?xf32> {bcast.dims = ["batch", "time"]} loc("y")) -> tensor<?x?xf32> {
  %0 = stablehlo.negate %x : tensor<?x?xf32>
  %1 = chlo.broadcast_add %0, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// A declared size of at least 2 does not expand: the vector, [s], broadcasts to it.
// CHECK-LABEL: @range
// CHECK: %[[N:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK: %[[LEAST:.*]] = stablehlo.compare GE, %[[N]], %{{.*}}
// CHECK: %[[GREATEST:.*]] = stablehlo.compare GE, %{{.*}}, %[[N]]
// CHECK: stablehlo.and %[[LEAST]], %[[GREATEST]]
// CHECK-NEXT: stablehlo.custom_call
// CHECK-SAME: error_message = "@range: argument #0 dim 0 has size {0}; 'n' is declared to be from 2 to 64"
// CHECK: error_message = "chlo.broadcast_add: operand #1 dim 0 has size {0}, the operands broadcast to size {1} in result dim 0; expected that size or 1"
// CHECK-NOT: stablehlo.dynamic_broadcast_in_dim %arg0
// CHECK: stablehlo.add %arg0
func.func @range(%x: tensor<?xf32> {bcast.dims = ["n"]}, %y: tensor<?xf32>) -> tensor<?xf32>
    attributes {bcast.ranges = {n = array<i64: 2, 64>}} {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A static dim determines the size of all dims with its name; `?` is not a name.
// CHECK-LABEL: @static
// CHECK-NOT: argument #0
// CHECK: error_message = "@static: argument #0 dim 0 has size {0}, argument #1 dim 0 has size 4; both are declared as 'n'"
// CHECK: stablehlo.add %arg0, %arg1
func.func @static(%x: tensor<?x?xf32> {bcast.dims = ["n", "?"]}, %y: tensor<4x?xf32> {bcast.dims = ["n", "?"]}) -> tensor<?x?xf32> {
  %0 = stablehlo.add %x, %y : (tensor<?x?xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Conditions that the function asserts first are not asserted again.
// CHECK-LABEL: @asserted
// CHECK-COUNT-1: shape_assertion
// CHECK-NOT: shape_assertion
// CHECK: return
func.func @asserted(%x: tensor<?xf32> {bcast.dims = ["n"]}, %y: tensor<?xf32> {bcast.dims = ["n"]}) {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2) {api_version = 2 : i32, error_message = "one size", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// Sizes may be declared as multiples; then divisions are exact.
// CHECK-LABEL: @multiples
func.func @multiples(%x: tensor<?xf32> {bcast.dims = ["n"]}) -> tensor<?xf32> attributes {bcast.ranges = {n = array<i64: 8, 64, 8>}} {
  // CHECK: shape_assertion{{.*}}'n' is declared to be from 8 to 64, a multiple of 8
  // CHECK-NOT: shape_assertion
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %eight = stablehlo.constant dense<8> : tensor<i32>
  %part = stablehlo.divide %n, %eight : tensor<i32>
  %whole = stablehlo.multiply %part, %eight : tensor<i32>
  %shape = stablehlo.reshape %whole : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The dim names of onnx-mlir.
// CHECK-LABEL: @onnx
func.func @onnx(%x: tensor<?x?xf32> {onnx.dim_params = "0:batch,1:time"}, %y: tensor<?xf32> {onnx.dim_params = "0:time"}) -> tensor<?x?xf32> {
  // CHECK: shape_assertion{{.*}}both are declared as 'time'
  // CHECK-NOT: shape_assertion
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// That an op is legal only if sizes are equal checks nothing: the declaration is checked in front of it, also
// where the arguments are rows of numbers.
// CHECK-LABEL: @declared_of_rows
// CHECK: shape_assertion
// CHECK: stablehlo.add
func.func @declared_of_rows(%x: tensor<?xf32> {bcast.dims = ["a"]}, %y: tensor<?xf32> {bcast.dims = ["a"]}) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: @declared_of_integers
// CHECK: shape_assertion
// CHECK: shape_assertion
// CHECK: stablehlo.slice
// CHECK: stablehlo.maximum
func.func @declared_of_integers(%x: tensor<?xi32> {bcast.dims = ["a"]}, %y: tensor<?xi32> {bcast.dims = ["a"]}) -> (tensor<4xi32>, tensor<?xi32>)
    attributes {bcast.ranges = {a = array<i64: 4, 2147483647>}} {
  %0 = stablehlo.slice %x [0:4] : (tensor<?xi32>) -> tensor<4xi32>
  %1 = stablehlo.maximum %x, %y : tensor<?xi32>
  return %0, %1 : tensor<4xi32>, tensor<?xi32>
}

// It is checked as well if it is a caller's op.
// CHECK-LABEL: @declared_and_called
// CHECK: shape_assertion{{.*}}both are declared as 'a'
func.func private @declared_and_called(%x: tensor<?xf32> {bcast.dims = ["a"]}, %y: tensor<?xf32> {bcast.dims = ["a"]}) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @calls_declared(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.multiply %x, %y : tensor<?xf32>
  %1 = call @declared_and_called(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = stablehlo.add %0, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// What a caller checks need not be checked again.
// CHECK-LABEL: func.func private @declared_and_checked
// CHECK-NOT: shape_assertion
// CHECK: return
func.func private @declared_and_checked(%x: tensor<?xf32> {bcast.dims = ["a"]}, %y: tensor<?xf32> {bcast.dims = ["a"]}) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @checks_and_calls(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %equal = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
  %0 = call @declared_and_checked(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
