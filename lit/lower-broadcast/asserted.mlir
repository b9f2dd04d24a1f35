// RUN: bcast-lower %s | FileCheck %s
// RUN: bcast-lower %s | bcast-lower | FileCheck %s

// That `add` is legal only for equal sizes checks nothing: where an assertion depends on the sizes of an op's result,
// they are computed from those of its own operands.

// CHECK-LABEL: func.func @extent
// CHECK-DAG: %[[A:.*]] = stablehlo.get_dimension_size %arg0
// CHECK-DAG: %[[B:.*]] = stablehlo.get_dimension_size %arg1
// CHECK: stablehlo.maximum %[[A]], %[[B]]
// CHECK: @shape_assertion({{.*}}chlo.broadcast_multiply
// CHECK: %[[PRODUCT:.*]] = stablehlo.multiply
// CHECK: %[[SIZE:.*]] = stablehlo.get_dimension_size %[[PRODUCT]]
// CHECK: stablehlo.compare EQ, %[[SIZE]]
// CHECK: "the size is 1"
func.func @extent(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %0 = chlo.broadcast_multiply %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %n = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %is_one = stablehlo.compare EQ, %n, %c1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_one) {api_version = 2 : i32, error_message = "the size is 1", has_side_effect = true} : (tensor<i1>) -> ()
  return %s, %0 : tensor<?xf32>, tensor<?xf32>
}

// The size of the second product is not that of the first one, and is checked.
// CHECK-LABEL: func.func @shared_size
// CHECK-DAG: %[[A:.*]] = stablehlo.get_dimension_size %arg0
// CHECK-DAG: %[[C:.*]] = stablehlo.get_dimension_size %arg2
// CHECK: stablehlo.maximum %[[A]], %[[C]]
// CHECK: stablehlo.multiply
// CHECK: %[[B:.*]] = stablehlo.get_dimension_size %arg1
// CHECK: stablehlo.maximum %[[B]], %[[C]]
// CHECK: @shape_assertion({{.*}}chlo.broadcast_multiply
// CHECK: stablehlo.multiply
// CHECK: "equal sizes"
func.func @shared_size(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %0 = chlo.broadcast_multiply %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_multiply %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %n = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %equal = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal) {api_version = 2 : i32, error_message = "equal sizes", has_side_effect = true} : (tensor<i1>) -> ()
  return %s : tensor<?xf32>
}

// What has been checked is still known.
// CHECK-LABEL: func.func @checked
// CHECK: chlo.broadcast_add
// CHECK: stablehlo.add
// CHECK-NOT: maximum
// CHECK-NOT: dynamic_broadcast_in_dim
// CHECK: stablehlo.multiply
// CHECK: "the size is 1"
func.func @checked(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_multiply %0, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %n = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %is_one = stablehlo.compare EQ, %n, %c1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_one) {api_version = 2 : i32, error_message = "the size is 1", has_side_effect = true} : (tensor<i1>) -> ()
  return %1 : tensor<?xf32>
}

// Nothing is asserted.
// CHECK-LABEL: func.func @not_asserted
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: stablehlo.multiply
func.func @not_asserted(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %0 = chlo.broadcast_multiply %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %s, %0 : tensor<?xf32>, tensor<?xf32>
}
