// RUN: bcast-lower --legalize-to-stablehlo %s | FileCheck %s --enable-var-scope
// RUN: bcast-lower --legalize-to-stablehlo %s | bcast-lower --legalize-to-stablehlo | FileCheck %s --enable-var-scope

// [a, b] => [b, a] => [b]: sizes that ops pass on are asked of the argument, and need no check.
// CHECK-LABEL: func.func @sizes_are_passed_on
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?xf32>
// CHECK-NOT: shape_assertion
// CHECK: %[[B:.*]] = stablehlo.get_dimension_size %[[X]], dim = 1
// CHECK-NEXT: %[[S:.*]] = stablehlo.reshape %[[B]] : (tensor<i32>) -> tensor<1xi32>
// CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[S]], dims = [0]
// CHECK-NOT: get_dimension_size
// CHECK: return
func.func @sizes_are_passed_on(%x: tensor<?x?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %s = shape.shape_of %1 : tensor<?xf32> -> tensor<1xindex>
  %t = shape.shape_of %2 : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %s, %t : tensor<1xindex>, tensor<1xindex>
  %3 = shape.assuming %w -> (tensor<?xf32>) {
    %u = shape.broadcast %s, %t : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    %4 = stablehlo.dynamic_broadcast_in_dim %1, %u, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    shape.assuming_yield %4 : tensor<?xf32>
  }
  return %3 : tensor<?xf32>
}

// A size that an op computes is asked of its result, in 32 bits, instead of computed again.
// CHECK-LABEL: func.func @computed_sizes_are_asked_of_the_result
// CHECK-NEXT: %[[C:.*]] = stablehlo.concatenate
// CHECK-NEXT: stablehlo.get_dimension_size %[[C]], dim = 0
// CHECK-NOT: i64
// CHECK: return
func.func @computed_sizes_are_asked_of_the_result(%x: tensor<?xf32>, %y: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %s = shape.shape_of %0 : tensor<?xf32> -> tensor<1xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %v, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Sizes that are constants are passed on, also those that an op computes.
// CHECK-LABEL: @constants
// CHECK-NOT: get_dimension_size
// CHECK: stablehlo.constant dense<5> : tensor<1xi32>
// CHECK-NOT: get_dimension_size
// CHECK: return
func.func @constants(%x: tensor<2xf32>, %y: tensor<3xf32>, %z: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<?xf32>
  %1 = shape.shape_of %0 : tensor<?xf32> -> tensor<1xindex>
  %2 = stablehlo.dynamic_broadcast_in_dim %z, %1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}

// What is emitted in a region is not used behind it.
// CHECK-LABEL: func.func @scopes
// CHECK: "stablehlo.if"
// CHECK: stablehlo.get_dimension_size
// CHECK: stablehlo.get_dimension_size
// CHECK: }) : (tensor<i1>)
// CHECK-NEXT: %[[N:.*]] = stablehlo.get_dimension_size %{{.*}}, dim = 1
// CHECK-NEXT: %[[S:.*]] = stablehlo.reshape %[[N]]
// CHECK-NEXT: stablehlo.dynamic_iota %[[S]]
// CHECK: return
func.func @scopes(%p: tensor<i1>, %x: tensor<?x?xf32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = "stablehlo.if"(%p) ({
    %d = tensor.dim %x, %c1 : tensor<?x?xf32>
    %s = tensor.from_elements %d : tensor<1xindex>
    %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
    stablehlo.return %i : tensor<?xi32>
  }, {
    %d = tensor.dim %x, %c1 : tensor<?x?xf32>
    %e = arith.addi %d, %c1 : index
    %s = tensor.from_elements %e : tensor<1xindex>
    %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
    stablehlo.return %i : tensor<?xi32>
  }) : (tensor<i1>) -> tensor<?xi32>
  %d = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %d : tensor<1xindex>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %e = arith.addi %d, %c1 : index
  %t = tensor.from_elements %e : tensor<1xindex>
  %j = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %0, %i, %j : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// A stride of 0 is not legal, and nothing is known of what it selects.
// CHECK-LABEL: func.func @stride_of_0
// CHECK: stablehlo.real_dynamic_slice
// CHECK: stablehlo.dynamic_iota
func.func @stride_of_0(%x: tensor<?x?xf32>) -> tensor<?xi32> {
  %c0 = stablehlo.constant dense<0> : tensor<1xi32>
  %c1 = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.real_dynamic_slice %s, %c0, %c1, %c0 : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %1 : tensor<?xi32>
}
