// RUN: bcast-lower --target=iree %s > %t
// RUN: FileCheck %s --input-file=%t
// RUN: bcast-lower --target=iree %t | diff %t -

// What a second run reads differs from what the first one read: positions are constants, each sign of an argument
// has an op, constants and empty tensors are merged. It finds nothing more to change.

// The part that is read is the one that is replaced, so the insertion is not repeated.
// CHECK-LABEL: func.func @at_constant_positions(
// CHECK-COUNT-1: tensor.insert_slice
// CHECK: return
func.func @at_constant_positions(%x: tensor<?x1xf32>, %y: tensor<?xf32>) -> tensor<?x1xf32> {
  %0 = stablehlo.constant dense<0> : tensor<1xi64>
  %1 = "stablehlo.scatter"(%x, %0, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<?x1xf32>, tensor<1xi64>, tensor<?xf32>) -> tensor<?x1xf32>
  return %1 : tensor<?x1xf32>
}

// An argument from which something is computed in front of a branch, and again in it, is copied for the branch,
// also if it is unsigned.
// CHECK-LABEL: func.func @unsigned_around_a_branch(
// CHECK: %[[COPY:.*]] = stablehlo.bitcast_convert %{{.*}} : (tensor<?x64xi8>) -> tensor<?x64xui8>
// CHECK: stablehlo.if
// CHECK-NEXT: stablehlo.bitcast_convert %[[COPY]]
// CHECK-NOT: %arg0
// CHECK: return
func.func @unsigned_around_a_branch(%x: tensor<?x?xui8>, %y: tensor<?x1xui8>, %c: tensor<i1>) -> (tensor<?x?xui8>, tensor<?x?xui8>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xui8>, tensor<?x1xui8>) -> tensor<?x?xui8>
  %1 = "stablehlo.if"(%c) ({
    %2 = stablehlo.multiply %x, %x : tensor<?x?xui8>
    stablehlo.return %2 : tensor<?x?xui8>
  }, {
    stablehlo.return %x : tensor<?x?xui8>
  }) : (tensor<i1>) -> tensor<?x?xui8>
  return %0, %1 : tensor<?x?xui8>, tensor<?x?xui8>
}

// The branch is chosen by a size, but what it yields is no size.
// CHECK-LABEL: func.func @narrow_behind_a_branch(
// CHECK: scf.if
// CHECK: stablehlo.add %{{.*}} : tensor<2xi16>
func.func @narrow_behind_a_branch(%x: tensor<?xi16>, %y: tensor<2xi16>) -> tensor<2xi16> {
  %0 = chlo.broadcast_or %x, %y : (tensor<?xi16>, tensor<2xi16>) -> tensor<2xi16>
  %1 = stablehlo.add %0, %y : tensor<2xi16>
  return %1 : tensor<2xi16>
}

// A tensor that has no elements, whatever its other size, has no part to be kept.
// CHECK-LABEL: func.func @empty_around_a_branch(
// CHECK: stablehlo.if
// CHECK: tensor.empty(%{{.*}}) : tensor<0x?xf32>
func.func @empty_around_a_branch(%x: tensor<0x?xf32>, %c: tensor<i1>) -> tensor<0x?xf32> {
  %0 = stablehlo.negate %x : tensor<0x?xf32>
  %1 = "stablehlo.if"(%c) ({
    %2 = stablehlo.exponential %x : tensor<0x?xf32>
    stablehlo.return %2 : tensor<0x?xf32>
  }, {
    stablehlo.return %x : tensor<0x?xf32>
  }) : (tensor<i1>) -> tensor<0x?xf32>
  %3 = stablehlo.add %0, %1 : tensor<0x?xf32>
  %4 = stablehlo.add %3, %x : tensor<0x?xf32>
  return %4 : tensor<0x?xf32>
}

// The constants of a kernel on floats of 64 bits are no computation outside of it.
// CHECK-LABEL: func.func @wide_floats_in_a_kernel(
// CHECK: arith.constant 3.1415926535897931 : f64
// CHECK: linalg.generic
func.func @wide_floats_in_a_kernel(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = chlo.broadcast_atan2 %x, %y : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// What a reduction in front of a barrier divides is stored nowhere, so the carried tensor needs no copy behind it.
// CHECK-LABEL: func.func @reduction_of_a_carried_tensor(
// CHECK: } do {
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @reduction_of_a_carried_tensor(%x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<?x16xf32>
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %sum = stablehlo.reduce(%y init: %init) applies stablehlo.add across dimensions = [0] : (tensor<?x16xf32>, tensor<f32>) -> tensor<16xf32>
    %difference = chlo.broadcast_subtract %y, %sum : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
    %square = stablehlo.multiply %difference, %difference : tensor<?x16xf32>
    %squares = stablehlo.reduce(%square init: %init) applies stablehlo.add across dimensions = [0] : (tensor<?x16xf32>, tensor<f32>) -> tensor<16xf32>
    %quotient = chlo.broadcast_multiply %difference, %squares : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
    %new = stablehlo.add %quotient, %x : tensor<?x16xf32>
    stablehlo.return %next, %new : tensor<i32>, tensor<?x16xf32>
  }
  return %0#1 : tensor<?x16xf32>
}

// Once what both concatenations begin with is one tensor, each of them replaces the rest of it.
// CHECK-LABEL: func.func @concatenations_with_one_beginning(
// CHECK: %[[FIRST:.*]] = tensor.insert_slice %{{.*}}[0, 0]
// CHECK-COUNT-2: tensor.insert_slice %{{.*}} into %[[FIRST]][0, 1]
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @concatenations_with_one_beginning(%x: tensor<?x1xf32> {bcast.dims = ["n", "1"]}, %y: tensor<?x1xf32> {bcast.dims = ["n", "1"]}) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  %0 = stablehlo.exponential %x : tensor<?x1xf32>
  %1 = stablehlo.logistic %y : tensor<?x1xf32>
  %2 = stablehlo.concatenate %0, %y, dim = 1 : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x2xf32>
  %3 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x2xf32>
  return %2, %3 : tensor<?x2xf32>, tensor<?x2xf32>
}

// Copies of a tensor have its sizes, so the limit of a slice of a whole dim is the size of its operand already.
// CHECK-LABEL: func.func @slice_of_a_copy(
// CHECK: stablehlo.real_dynamic_slice
func.func @slice_of_a_copy(%x: tensor<?x?xf32>, %c: tensor<i1>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %cst = stablehlo.constant dense<0> : tensor<2xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.exponential %x : tensor<?x?xf32>
  %size = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
  %limits = stablehlo.concatenate %1, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2 = "stablehlo.if"(%c) ({
    %5 = stablehlo.logistic %0 : tensor<?x?xf32>
    stablehlo.return %5 : tensor<?x?xf32>
  }, {
    stablehlo.return %0 : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  %3 = stablehlo.real_dynamic_slice %0, %cst, %limits, %ones : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %4 = stablehlo.real_dynamic_slice %2, %cst, %limits, %ones : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %2, %3, %4 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// Updates of unsigned integers are behind a barrier already.
// CHECK-LABEL: func.func @unsigned_updates(
// CHECK: util.optimization_barrier"(%{{.*}}) : (tensor<?x4xi8>)
// CHECK-NOT: util.optimization_barrier"(%{{.*}}) : (tensor<?x4xi8>)
// CHECK: return
func.func @unsigned_updates(%x: tensor<?x4xui8>, %i: tensor<?x1xi32>, %u: tensor<?x4xui8>) -> tensor<?x4xui8> {
  %0 = stablehlo.multiply %u, %u : tensor<?x4xui8>
  %1 = "stablehlo.scatter"(%x, %i, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %sum = stablehlo.add %a, %b : tensor<ui8>
    stablehlo.return %sum : tensor<ui8>
  }) : (tensor<?x4xui8>, tensor<?x1xi32>, tensor<?x4xui8>) -> tensor<?x4xui8>
  return %1 : tensor<?x4xui8>
}

// The list of sizes that an iota is made from has the type of its elements, but not its memory.
// CHECK-LABEL: func.func @shape_of_sorted_positions(
// CHECK: %[[SHAPE:.*]] = tensor.from_elements %{{.*}} : tensor<1xi64>
// CHECK: %[[IOTA:.*]] = stablehlo.dynamic_iota %[[SHAPE]]
// CHECK: "stablehlo.sort"(%{{.*}}, %[[IOTA]])
func.func @shape_of_sorted_positions(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %wide = stablehlo.convert %size : (tensor<i32>) -> tensor<i64>
  %shape = stablehlo.reshape %wide : (tensor<i64>) -> tensor<1xi64>
  %iota = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi64>) -> tensor<?xi64>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  %1:2 = "stablehlo.sort"(%x, %iota) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i64>, %d: tensor<i64>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xi64>) -> (tensor<?xf32>, tensor<?xi64>)
  return %0, %1#1 : tensor<?xf32>, tensor<?xi64>
}
