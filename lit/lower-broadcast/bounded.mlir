// Only bounded dims are padded: static ops up to the bound, then the size is set. Together with
// unbounded or static dims, they are treated as dynamic dims. No bound of a result type is
// dropped.
// RUN: bcast-lower --split-input-file %s | FileCheck %s -enable-var-scope
// RUN: bcast-lower --split-input-file --assertions=none %s | FileCheck %s -enable-var-scope --check-prefix=NONE
// RUN: bcast-lower --split-input-file --assertions=shape %s | FileCheck %s -enable-var-scope --check-prefix=SHAPE
// RUN: bcast-lower --split-input-file --assertions=cf --facts=off --zero-extents=numpy %s | FileCheck %s -enable-var-scope --check-prefix=NUMPY

// [<=8, 4] x [4] => [<=8, 4]
// CHECK-LABEL: func @static_dims_are_padded_to_the_bound
// CHECK-SAME: %[[A:.*]]: tensor<?x4xf32, #stablehlo.bounds<8, ?>>, %[[B:.*]]: tensor<4xf32>
func.func @static_dims_are_padded_to_the_bound(%a: tensor<?x4xf32, #stablehlo.bounds<8, ?>>, %b: tensor<4xf32>) -> tensor<?x4xf32, #stablehlo.bounds<8, ?>> {
  // CHECK-NEXT: %[[PADDED:.*]] = stablehlo.broadcast_in_dim %[[B]], dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  // CHECK-NEXT: %[[SIZE:.*]] = stablehlo.get_dimension_size %[[A]], dim = 0
  // CHECK-NEXT: %[[SET:.*]] = stablehlo.set_dimension_size %[[PADDED]], %[[SIZE]], dim = 0 : (tensor<8x4xf32>, tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  // CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[A]], %[[SET]] : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  // CHECK-NEXT: return %[[SUM]]
  %0 = chlo.broadcast_add %a, %b : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<4xf32>) -> tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  return %0 : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
}

// -----

// [<=5] x [<=5] => [<=5]
// CHECK-LABEL: func @dims_bounded_alike_must_be_equal
// CHECK-SAME: %[[A:[^:]*]]: tensor<?xf32, #stablehlo.bounds<5>>, %[[B:[^:]*]]:
// NONE-LABEL: func @dims_bounded_alike_must_be_equal
// NONE-SAME: %[[A:[^:]*]]: tensor<?xf32, #stablehlo.bounds<5>>, %[[B:[^:]*]]:
// SHAPE-LABEL: func @dims_bounded_alike_must_be_equal
// NUMPY-LABEL: func @dims_bounded_alike_must_be_equal
func.func @dims_bounded_alike_must_be_equal(%a: tensor<?xf32, #stablehlo.bounds<5>>, %b: tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<?xf32, #stablehlo.bounds<5>> {
  // CHECK-NEXT: %[[SIZE_A:.*]] = stablehlo.get_dimension_size %[[A]], dim = 0
  // CHECK-NEXT: %[[SIZE_B:.*]] = stablehlo.get_dimension_size %[[B]], dim = 0
  // CHECK-NEXT: %[[OK:.*]] = stablehlo.compare EQ, %[[SIZE_A]], %[[SIZE_B]]
  // CHECK-NEXT: stablehlo.custom_call @shape_assertion(%[[OK]], %[[SIZE_A]], %[[SIZE_B]]) {{.*}}"chlo.broadcast_add: operand #0 dim 0 has size {0}, operand #1 dim 0 has size {1}; expected equal sizes, as bounded dims are not broadcast at run time"
  // CHECK-NEXT: stablehlo.add %[[A]], %[[B]] : tensor<?xf32, #stablehlo.bounds<5>>

  // NONE-NEXT: stablehlo.add %[[A]], %[[B]] : tensor<?xf32, #stablehlo.bounds<5>>
  // NONE-NEXT: stablehlo.multiply
  // NONE-NEXT: return

  // SHAPE: %[[WITNESS:.*]] = shape.cstr_require %{{.*}}, "chlo.broadcast_add: the sizes of operand #0 dim 0 and operand #1 dim 0 do not fit; expected equal sizes, as bounded dims are not broadcast at run time"
  // SHAPE-NEXT: shape.assuming %[[WITNESS]] -> (tensor<?xf32, #stablehlo.bounds<5>>) {
  // SHAPE-NEXT: stablehlo.add

  // NUMPY: stablehlo.compare EQ
  // NUMPY-NEXT: tensor.extract
  // NUMPY-NEXT: cf.assert
  // NUMPY-NEXT: stablehlo.add
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<?xf32, #stablehlo.bounds<5>>
  // CHECK-NOT: shape_assertion
  // CHECK: stablehlo.multiply
  %1 = chlo.broadcast_multiply %0, %b : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<?xf32, #stablehlo.bounds<5>>
  return %1 : tensor<?xf32, #stablehlo.bounds<5>>
}

// -----

// [<=5, 1] x [1, <=3] => [<=5, <=3]
// CHECK-LABEL: func @an_operand_keeps_its_bounded_dim_and_is_padded_in_the_other
// CHECK-SAME: %[[A:[^:]*]]: tensor<?x1xf32, #stablehlo.bounds<5, ?>>, %[[B:[^:]*]]:
// SHAPE-LABEL: func @an_operand_keeps_its_bounded_dim_and_is_padded_in_the_other
func.func @an_operand_keeps_its_bounded_dim_and_is_padded_in_the_other(%a: tensor<?x1xf32, #stablehlo.bounds<5, ?>>, %b: tensor<1x?xf32, #stablehlo.bounds<?, 3>>) -> tensor<?x?xf32, #stablehlo.bounds<5, 3>> {
  // CHECK-NEXT: %[[PAD_A:.*]] = stablehlo.broadcast_in_dim %[[A]], dims = [0, 1] : {{.*}} -> tensor<?x3xf32, #stablehlo.bounds<5, ?>>
  // CHECK-NEXT: %[[SIZE_B:.*]] = stablehlo.get_dimension_size %[[B]], dim = 1
  // CHECK-NEXT: %[[SET_A:.*]] = stablehlo.set_dimension_size %[[PAD_A]], %[[SIZE_B]], dim = 1 : {{.*}} -> tensor<?x?xf32, #stablehlo.bounds<5, 3>>
  // CHECK-NEXT: %[[PAD_B:.*]] = stablehlo.broadcast_in_dim %[[B]], dims = [0, 1] : {{.*}} -> tensor<5x?xf32, #stablehlo.bounds<?, 3>>
  // CHECK-NEXT: %[[SIZE_A:.*]] = stablehlo.get_dimension_size %[[A]], dim = 0
  // CHECK-NEXT: %[[SET_B:.*]] = stablehlo.set_dimension_size %[[PAD_B]], %[[SIZE_A]], dim = 0 : {{.*}} -> tensor<?x?xf32, #stablehlo.bounds<5, 3>>
  // CHECK-NEXT: stablehlo.add %[[SET_A]], %[[SET_B]] : tensor<?x?xf32, #stablehlo.bounds<5, 3>>
  // SHAPE-NOT: shape.assuming
  %0 = chlo.broadcast_add %a, %b : (tensor<?x1xf32, #stablehlo.bounds<5, ?>>, tensor<1x?xf32, #stablehlo.bounds<?, 3>>) -> tensor<?x?xf32, #stablehlo.bounds<5, 3>>
  return %0 : tensor<?x?xf32, #stablehlo.bounds<5, 3>>
}

// -----

// [<=5, <=6, 1] x [3] => [<=5, <=6, 3]
// A broadcast_in_dim keeps at most one bounded dim.
// CHECK-LABEL: func @two_bounded_dims_of_one_operand
// SHAPE-LABEL: func @two_bounded_dims_of_one_operand
// CHECK-SAME: %[[A:[^:]*]]: tensor<?x?x1xf32, #stablehlo.bounds<5, 6, ?>>, %[[B:[^:]*]]:
func.func @two_bounded_dims_of_one_operand(%a: tensor<?x?x1xf32, #stablehlo.bounds<5, 6, ?>>, %b: tensor<3xf32>) -> tensor<?x?x3xf32, #stablehlo.bounds<5, 6, ?>> {
  // CHECK-NOT: shape_assertion
  // CHECK: %[[BCAST_A:.*]] = stablehlo.dynamic_broadcast_in_dim %[[A]], %{{.*}}, dims = [0, 1, 2] {known_nonexpanding_dimensions = array<i64: 0, 1>} : {{.*}} -> tensor<?x?x3xf32, #stablehlo.bounds<5, 6, ?>>
  // CHECK-NEXT: %[[PAD_B:.*]] = stablehlo.broadcast_in_dim %[[B]], dims = [2] : (tensor<3xf32>) -> tensor<5x6x3xf32>
  // CHECK-NEXT: stablehlo.set_dimension_size %[[PAD_B]]
  // CHECK-NEXT: %[[SET_B:.*]] = stablehlo.set_dimension_size {{.*}} -> tensor<?x?x3xf32, #stablehlo.bounds<5, 6, ?>>
  // CHECK-NEXT: stablehlo.add %[[BCAST_A]], %[[SET_B]]
  %0 = chlo.broadcast_add %a, %b : (tensor<?x?x1xf32, #stablehlo.bounds<5, 6, ?>>, tensor<3xf32>) -> tensor<?x?x3xf32, #stablehlo.bounds<5, 6, ?>>
  return %0 : tensor<?x?x3xf32, #stablehlo.bounds<5, 6, ?>>
}

// -----

// [] x [<=4] x [1] => [<=4]
// CHECK-LABEL: func @three_operands_are_padded
// CHECK-SAME: %[[P:[^:]*]]: tensor<i1>, %[[A:[^:]*]]: tensor<?xf32, #stablehlo.bounds<4>>, %[[B:[^:]*]]: tensor<1xf32>
func.func @three_operands_are_padded(%p: tensor<i1>, %a: tensor<?xf32, #stablehlo.bounds<4>>, %b: tensor<1xf32>) -> tensor<?xf32, #stablehlo.bounds<4>> {
  // CHECK: stablehlo.broadcast_in_dim %[[P]], dims = [] : (tensor<i1>) -> tensor<4xi1>
  // CHECK-NEXT: %[[SIZE:.*]] = stablehlo.get_dimension_size %[[A]], dim = 0
  // CHECK-NEXT: stablehlo.set_dimension_size {{.*}}, %[[SIZE]], dim = 0 : {{.*}} -> tensor<?xi1, #stablehlo.bounds<4>>
  // CHECK-NEXT: stablehlo.broadcast_in_dim %[[B]], dims = [0] : (tensor<1xf32>) -> tensor<4xf32>
  // CHECK-NEXT: stablehlo.set_dimension_size {{.*}}, %[[SIZE]], dim = 0 : {{.*}} -> tensor<?xf32, #stablehlo.bounds<4>>
  // CHECK-NEXT: stablehlo.select
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<i1>, tensor<?xf32, #stablehlo.bounds<4>>, tensor<1xf32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return %0 : tensor<?xf32, #stablehlo.bounds<4>>
}

// -----

// [<=5] x [?] => [<=5]
// The bound of the result is stricter than those of the operands: it is checked.
// CHECK-LABEL: func @with_an_unbounded_dim_the_declared_bound_is_checked
// CHECK-SAME: %[[A:[^:]*]]: tensor<?xf32, #stablehlo.bounds<5>>, %[[B:[^:]*]]: tensor<?xf32>
// NUMPY-LABEL: func @with_an_unbounded_dim_the_declared_bound_is_checked
func.func @with_an_unbounded_dim_the_declared_bound_is_checked(%a: tensor<?xf32, #stablehlo.bounds<5>>, %b: tensor<?xf32>) -> tensor<?xf32, #stablehlo.bounds<5>> {
  // CHECK: %[[SIZE:.*]] = stablehlo.maximum
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK: %[[FIVE:.*]] = stablehlo.constant dense<5> : tensor<i32>
  // CHECK-NEXT: %[[OK:.*]] = stablehlo.compare GE, %[[FIVE]], %[[SIZE]]
  // CHECK-NEXT: stablehlo.custom_call @shape_assertion(%[[OK]], %[[SIZE]]) {{.*}}"chlo.broadcast_add: the operands broadcast to size {0} in result dim 0, which is declared to be at most 5"
  // CHECK: %[[BCAST_A:.*]] = stablehlo.dynamic_broadcast_in_dim %[[A]], %[[EXTENTS:.*]], dims = [0] : {{.*}} -> tensor<?xf32, #stablehlo.bounds<5>>
  // CHECK-NEXT: %[[BCAST_B:.*]] = stablehlo.dynamic_broadcast_in_dim %[[B]], %[[EXTENTS]], dims = [0] : {{.*}} -> tensor<?xf32, #stablehlo.bounds<5>>
  // CHECK-NEXT: stablehlo.add %[[BCAST_A]], %[[BCAST_B]] : tensor<?xf32, #stablehlo.bounds<5>>

  // NUMPY: %[[JOIN:.*]] = stablehlo.select
  // NUMPY: stablehlo.compare GE, %{{.*}}, %[[JOIN]]
  // NUMPY: cf.assert {{.*}} expected at most 5, which is declared
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32>) -> tensor<?xf32, #stablehlo.bounds<5>>
  return %0 : tensor<?xf32, #stablehlo.bounds<5>>
}

// -----

// [<=3] x [<=5] => [<=5]
// CHECK-LABEL: func @the_greater_bound_needs_no_check
func.func @the_greater_bound_needs_no_check(%a: tensor<?xf32, #stablehlo.bounds<3>>, %b: tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<?xf32, #stablehlo.bounds<5>> {
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK-NOT: shape_assertion
  // CHECK-NOT: GE
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<?xf32, #stablehlo.bounds<5>>
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32, #stablehlo.bounds<3>>, tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<?xf32, #stablehlo.bounds<5>>
  return %0 : tensor<?xf32, #stablehlo.bounds<5>>
}

// -----

// [<=5] x [5] => [5]
// CHECK-LABEL: func @with_a_static_dim
// CHECK-SAME: %[[A:[^:]*]]: tensor<?xf32, #stablehlo.bounds<5>>, %[[B:[^:]*]]: tensor<5xf32>
func.func @with_a_static_dim(%a: tensor<?xf32, #stablehlo.bounds<5>>, %b: tensor<5xf32>) -> tensor<5xf32> {
  // CHECK: stablehlo.custom_call @shape_assertion({{.*}}operand #0 dim 0 has size {0}, operand #1 dim 0 has size 5; expected 5 or 1
  // CHECK: %[[BCAST:.*]] = stablehlo.dynamic_broadcast_in_dim %[[A]], {{.*}} -> tensor<5xf32>
  // CHECK-NEXT: stablehlo.add %[[BCAST]], %[[B]] : tensor<5xf32>
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// [<=3] x [5] => [5]
// Only size 1 is valid, and no type of the operand's shows 5.
// CHECK-LABEL: func @a_bound_below_the_static_dim
// CHECK-SAME: %[[A:[^:]*]]: tensor<?xf32, #stablehlo.bounds<3>>, %[[B:[^:]*]]: tensor<5xf32>
func.func @a_bound_below_the_static_dim(%a: tensor<?xf32, #stablehlo.bounds<3>>, %b: tensor<5xf32>) -> tensor<5xf32> {
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK: %[[BCAST:.*]] = stablehlo.dynamic_broadcast_in_dim %[[A]], {{.*}} -> tensor<?xf32>
  // CHECK-NEXT: stablehlo.add %[[BCAST]], %[[B]] : (tensor<?xf32>, tensor<5xf32>) -> tensor<5xf32>
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32, #stablehlo.bounds<3>>, tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// [1, ?, 2, ?, <=2, ?, ?] x [?, 1, ?, 2, ?, <=2, ?] => [?, ?, 2, 2, <=2, <=2, ?]
// CHECK-LABEL: func @every_kind_of_dim_with_every_other
func.func @every_kind_of_dim_with_every_other(
    %a: tensor<1x?x2x?x?x?x?xf32, #stablehlo.bounds<?, ?, ?, ?, 2, ?, ?>>,
    %b: tensor<?x1x?x2x?x?x?xf32, #stablehlo.bounds<?, ?, ?, ?, ?, 2, ?>>) -> tensor<?x?x2x2x?x?x?xf32, #stablehlo.bounds<?, ?, ?, ?, 2, 2, ?>> {
  // CHECK: shape_assertion{{.*}}operand #1 dim 2 has size {0}, operand #0 dim 2 has size 2
  // CHECK: shape_assertion{{.*}}operand #0 dim 3 has size {0}, operand #1 dim 3 has size 2
  // CHECK: shape_assertion{{.*}}operand #0 dim 4 has size {0}, operand #1 dim 4 has size {1}
  // CHECK: shape_assertion{{.*}}result dim 4, which is declared to be at most 2
  // CHECK: shape_assertion{{.*}}operand #0 dim 5 has size {0}, operand #1 dim 5 has size {1}
  // CHECK: shape_assertion{{.*}}result dim 5, which is declared to be at most 2
  // CHECK: shape_assertion{{.*}}operand #0 dim 6 has size {0}, operand #1 dim 6 has size {1}
  // CHECK-NOT: shape_assertion
  // CHECK: stablehlo.concatenate
  // CHECK: stablehlo.dynamic_broadcast_in_dim {{.*}} {known_nonexpanding_dimensions = array<i64: 1>}
  // CHECK: stablehlo.dynamic_broadcast_in_dim {{.*}} {known_nonexpanding_dimensions = array<i64: 0>}
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<?x?x2x2x?x?x?xf32, #stablehlo.bounds<?, ?, ?, ?, 2, 2, ?>>
  %0 = chlo.broadcast_add %a, %b : (tensor<1x?x2x?x?x?x?xf32, #stablehlo.bounds<?, ?, ?, ?, 2, ?, ?>>, tensor<?x1x?x2x?x?x?xf32, #stablehlo.bounds<?, ?, ?, ?, ?, 2, ?>>) -> tensor<?x?x2x2x?x?x?xf32, #stablehlo.bounds<?, ?, ?, ?, 2, 2, ?>>
  return %0 : tensor<?x?x2x2x?x?x?xf32, #stablehlo.bounds<?, ?, ?, ?, 2, 2, ?>>
}
