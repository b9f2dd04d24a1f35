// RUN: bcast-lower --pass-pipeline='builtin.module(guard-sizes{assertions=cf})' %s | FileCheck %s --implicit-check-not=cf.assert
// RUN: bcast-lower --pass-pipeline='builtin.module(guard-sizes{assertions=cf guard-sizes=off})' %s | FileCheck %s --check-prefix=OFF

// OFF-NOT: does not fit

// The second op needs nothing more.
// CHECK-LABEL: func.func @elementwise
// CHECK-SAME: attributes {bcast.guarded_sizes}
// CHECK: %[[Y:.*]] = tensor.dim %arg1
// CHECK: %[[X:.*]] = tensor.dim %arg0
// CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %[[Y]], %[[X]] : index
// CHECK: cf.assert %[[EQUAL]], "stablehlo.add: the size of operand #1 dim 0 does not fit; expected the size of operand #0 dim 0"
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: stablehlo.multiply
func.func @elementwise(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.add %x, %y : tensor<?x4xf32>
  %1 = stablehlo.multiply %0, %y : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @declared_size
// CHECK: cf.assert %{{.*}}, "stablehlo.concatenate: the size of operand #0 dim 0 + the size of operand #1 dim 0 does not fit; expected 8, the declared size of result #0 dim 0"
func.func @declared_size(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<8xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @contracted
// CHECK: cf.assert %{{.*}}, "stablehlo.dot_general: the size of operand #0 dim 1 does not fit; expected 7, the size of operand #1 dim 0"
func.func @contracted(%x: tensor<?x?xf32>, %y: tensor<7x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<7x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @broadcast
// CHECK: arith.ori
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_broadcast_in_dim: the size of operand #0 dim 0 does not fit; expected element 0 of operand #1, or 1"
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_broadcast_in_dim: element 0 of operand #1 does not fit; expected at least 0"
func.func @broadcast(%x: tensor<?xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @slice
// CHECK: arith.cmpi sle, %c11
// CHECK: cf.assert %{{.*}}, "stablehlo.slice: the size of operand #0 'rows' dim 0 does not fit; expected at least 11"
func.func @slice(%x: tensor<?xf32> loc("rows")) -> tensor<11xf32> {
  %0 = stablehlo.slice %x [0:11] : (tensor<?xf32>) -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// JAX's `x[clip(i, 0, n - 1)]`, JAX's `n // 8` of a size that is a multiple of 8, and sizes that only wrapping makes negative
// need nothing.
// CHECK-LABEL: func.func @clamped
func.func @clamped(%x: tensor<?xf32>, %i: tensor<1xi32>) -> tensor<1xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %first = stablehlo.constant dense<1> : tensor<i32>
  %is_not_empty = stablehlo.compare GE, %n, %first : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_not_empty) {api_version = 2 : i32, error_message = "n is 0", has_side_effect = true} : (tensor<i1>) -> ()
  %count = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %last = stablehlo.subtract %count, %one : tensor<1xi32>
  %start = stablehlo.clamp %zero, %i, %last : tensor<1xi32>
  %limit = stablehlo.add %start, %one : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: func.func @divided
func.func @divided(%x: tensor<?xf32>) -> tensor<?x8xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %eight = stablehlo.constant dense<8> : tensor<i32>
  %quotient = stablehlo.divide %n, %eight : tensor<i32>
  %sign = stablehlo.sign %n : tensor<i32>
  %is_not_positive = stablehlo.compare NE, %sign, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %remainder = stablehlo.remainder %n, %eight : tensor<i32>
  %is_inexact = stablehlo.compare NE, %remainder, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %is_rounded_up = stablehlo.and %is_not_positive, %is_inexact : tensor<i1>
  %below = stablehlo.subtract %quotient, %one : tensor<i32>
  %rows = stablehlo.select %is_rounded_up, %below, %quotient : tensor<i1>, tensor<i32>
  %is_exact = stablehlo.compare EQ, %remainder, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_exact) {api_version = 2 : i32, error_message = "n is not a multiple of 8", has_side_effect = true} : (tensor<i1>) -> ()
  %rows1 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %columns = stablehlo.constant dense<8> : tensor<1xi32>
  %shape = stablehlo.concatenate %rows1, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @one_more
func.func @one_more(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %more = stablehlo.add %n, %one : tensor<i32>
  %shape = stablehlo.reshape %more : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %zero, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// One less may be negative without wrapping.
// CHECK-LABEL: func.func @one_less
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_broadcast_in_dim: element 0 of operand #1 does not fit; expected at least 0"
func.func @one_less(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %less = stablehlo.subtract %n, %one : tensor<i32>
  %shape = stablehlo.reshape %less : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %zero, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A gather without indices reads nothing.
// CHECK-LABEL: func.func @gather
// CHECK: %[[COUNT:.*]] = arith.muli
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %[[COUNT]], %c0
// CHECK: %[[OK:.*]] = arith.ori %[[NONE]]
// CHECK: cf.assert %[[OK]], "stablehlo.gather: the size of operand #0 dim 0 does not fit; expected at least 1"
// CHECK: "stablehlo.gather"
// CHECK-NOT: stablehlo.return
// CHECK: "stablehlo.gather"
func.func @gather(%x: tensor<?x4xf32>, %i: tensor<?x?x1xi32>) -> (tensor<?x?x4xf32>, tensor<?x?x4xf32>) {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 4>}> : (tensor<?x4xf32>, tensor<?x?x1xi32>) -> tensor<?x?x4xf32>
  %1 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = true}> : (tensor<?x4xf32>, tensor<?x?x1xi32>) -> tensor<?x?x4xf32>
  return %0, %1 : tensor<?x?x4xf32>, tensor<?x?x4xf32>
}

// An op with a region gets its assertion in front of it; what the program has checked is not checked again.
// CHECK-LABEL: func.func @windows
// CHECK: cf.assert %{{.*}}, "stablehlo.scatter: the size of operand #2 dim 0 does not fit; expected at most the size of operand #0 dim 0"
// CHECK-NEXT: stablehlo.scatter
func.func @windows(%x: tensor<?x1xf32>, %y: tensor<?xf32>) -> tensor<?x1xf32> {
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  %0 = "stablehlo.scatter"(%x, %zero, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x1xf32>, tensor<1xi64>, tensor<?xf32>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// CHECK-LABEL: func.func @checked_windows
// CHECK: cf.assert %{{.*}}, "they fit"
// CHECK-NEXT: stablehlo.scatter
func.func @checked_windows(%x: tensor<?x1xf32>, %y: tensor<?xf32>) -> tensor<?x1xf32> {
  %c0 = arith.constant 0 : index
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  %rows = tensor.dim %x, %c0 : tensor<?x1xf32>
  %updates = tensor.dim %y, %c0 : tensor<?xf32>
  %fit = arith.cmpi sge, %rows, %updates : index
  cf.assert %fit, "they fit"
  %0 = "stablehlo.scatter"(%x, %zero, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x1xf32>, tensor<1xi64>, tensor<?xf32>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// What stands behind an assertion that always fails needs nothing.
// CHECK-LABEL: func.func @never
// CHECK: cf.assert %false, "stablehlo.slice: the size of operand #0 dim 0 does not fit; expected at least 5"
// CHECK-NEXT: stablehlo.slice
// CHECK-NEXT: stablehlo.add
func.func @never(%y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.constant dense<4> : tensor<1xi32>
  %x = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = stablehlo.slice %x [0:5] : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.add %0, %y : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Only where a branch is taken.
// CHECK-LABEL: func.func @in_a_branch
// CHECK-NEXT: "stablehlo.if"
// CHECK: cf.assert %{{.*}}, "stablehlo.add: the size of operand #1 dim 0 does not fit; expected the size of operand #0 dim 0"
// CHECK-NEXT: stablehlo.add
func.func @in_a_branch(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.add %x, %y : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The output of a target is not guarded again.
// CHECK-LABEL: func.func @guarded
// CHECK-NEXT: stablehlo.add
func.func @guarded(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> attributes {bcast.guarded_sizes} {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// `x[-2:]`, where there may be fewer elements, as TensorFlow's `StridedSlice` becomes it.
// CHECK-LABEL: func.func @last_elements
func.func @last_elements(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %limit = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %from = stablehlo.subtract %limit, %two : tensor<1xi32>
  %start = stablehlo.maximum %from, %zero : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// JAX's `roll(x, -2)`: it starts at `-2 % max(n, 1)`, rounded down.
// CHECK-LABEL: func.func @rolled
func.func @rolled(%x: tensor<?xf32>) -> tensor<?xf32> {
  %shift = stablehlo.constant dense<-2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %is_not_empty = stablehlo.compare GE, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_not_empty) {api_version = 2 : i32, error_message = "n is 0", has_side_effect = true} : (tensor<i1>) -> ()
  %is_empty = stablehlo.compare EQ, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %divisor = stablehlo.select %is_empty, %one, %n : tensor<i1>, tensor<i32>
  %rest = stablehlo.remainder %shift, %divisor : tensor<i32>
  %is_inexact = stablehlo.compare NE, %rest, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %is_negative = stablehlo.compare LT, %rest, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %is_by_negative = stablehlo.compare LT, %divisor, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %differs = stablehlo.compare NE, %is_negative, %is_by_negative, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %is_raised = stablehlo.and %differs, %is_inexact : tensor<i1>
  %raised = stablehlo.add %rest, %divisor : tensor<i32>
  %first = stablehlo.select %is_raised, %raised, %rest : tensor<i1>, tensor<i32>
  %start = stablehlo.reshape %first : (tensor<i32>) -> tensor<1xi32>
  %limit = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %step : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A window of 3 elements has as many positions as there are elements if 2 are added, however many of them in front.
// CHECK-LABEL: func.func @computed_padding
func.func @computed_padding(%x: tensor<1x?x2xf32>, %w: tensor<3x2x2xf32>, %y: tensor<?xf32>) -> tensor<1x?x2xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %front = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %low = stablehlo.reshape %front : (tensor<i32>) -> tensor<1xi32>
  %high = stablehlo.subtract %two, %low : tensor<1xi32>
  %list = stablehlo.concatenate %low, %high, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %padding = stablehlo.reshape %list : (tensor<2xi32>) -> tensor<1x2xi32>
  %0 = "stablehlo.dynamic_conv"(%x, %w, %padding) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<1x?x2xf32>, tensor<3x2x2xf32>, tensor<1x2xi32>) -> tensor<1x?x2xf32>
  %1 = stablehlo.add %0, %x : tensor<1x?x2xf32>
  return %1 : tensor<1x?x2xf32>
}

// Each index has a position for each dim that it indexes.
// CHECK-LABEL: func.func @positions
// CHECK: cf.assert %{{.*}}, "stablehlo.gather: the size of operand #1 dim 1 does not fit; expected 2"
// CHECK: cf.assert %{{.*}}, "stablehlo.scatter: the size of operand #1 dim 1 does not fit; expected 2"
func.func @positions(%x: tensor<4x4xf32>, %i: tensor<5x?xi32>, %j: tensor<5x?xi32>, %y: tensor<5xf32>) -> (tensor<5xf32>, tensor<4x4xf32>) {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x4xf32>, tensor<5x?xi32>) -> tensor<5xf32>
  %1 = "stablehlo.scatter"(%x, %j, %y) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<5x?xi32>, tensor<5xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<5xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: func.func @computed_slices
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_gather: element 0 of operand #2 does not fit; expected 1"
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_gather: element 1 of operand #2 does not fit; expected at least 0"
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_gather: element 1 of operand #2 does not fit; expected at most 8, the size of operand #0 dim 1"
func.func @computed_slices(%x: tensor<8x8xf32>, %i: tensor<5x1xi32>, %sizes: tensor<2xi32>) -> tensor<5x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<8x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}

// One row of group sizes is for all of the batch.
// CHECK-LABEL: func.func @rows_of_groups
// CHECK: cf.assert %{{.*}}, "chlo.ragged_dot: the size of operand #2 dim 0 does not fit; expected the size of operand #0 dim 0"
// CHECK-NEXT: "chlo.ragged_dot"
// CHECK-NEXT: "chlo.ragged_dot"
func.func @rows_of_groups(%x: tensor<?x8x4xf32>, %y: tensor<3x4x2xf32>, %rows: tensor<?x3xi32>, %row: tensor<3xi32>) -> (tensor<?x8x2xf32>, tensor<?x8x2xf32>) {
  %0 = "chlo.ragged_dot"(%x, %y, %rows) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<?x8x4xf32>, tensor<3x4x2xf32>, tensor<?x3xi32>) -> tensor<?x8x2xf32>
  %1 = "chlo.ragged_dot"(%x, %y, %row) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<?x8x4xf32>, tensor<3x4x2xf32>, tensor<3xi32>) -> tensor<?x8x2xf32>
  return %0, %1 : tensor<?x8x2xf32>, tensor<?x8x2xf32>
}

// A number of 64 bits could be so large that a computed size wraps.
// CHECK-LABEL: func.func @large
// CHECK: %[[SMALL:.*]] = arith.cmpi sle, %{{.*}}, %c2147483647
// CHECK: arith.andi %{{.*}}, %[[SMALL]]
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_iota: element 0 of operand #0 does not fit; expected at least 0 and less than 2^31"
func.func @large(%n: tensor<1xi64>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Numbers without a sign are as large as their bits say.
// CHECK-LABEL: func.func @unsigned
// CHECK: stablehlo.convert %{{.*}} : (tensor<2xui8>) -> tensor<2xi32>
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_broadcast_in_dim: the size of operand #0 dim 0 does not fit; expected element 1 of operand #1, or 1"
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_broadcast_in_dim: element 0 of operand #1 does not fit; expected at least 0"
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_broadcast_in_dim: element 1 of operand #1 does not fit; expected at least 0"
// CHECK: stablehlo.convert %{{.*}} : (tensor<1xui32>) -> tensor<1xi64>
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_iota: element 0 of operand #0 does not fit; expected at least 0 and less than 2^31"
func.func @unsigned(%x: tensor<?xf32>, %sizes: tensor<2xui8>, %n: tensor<1xui32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %sizes, dims = [1] : (tensor<?xf32>, tensor<2xui8>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xui32>) -> tensor<?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?xf32>
}
