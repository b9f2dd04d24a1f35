// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=early-assertions,masked-loops},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// Each tensor is carried at the start of rows of 64 bytes, the last of which may not be full: its
// elements in a row, then padding. IREE does not round up the size of a tensor of a multiple of 64
// bytes, and otherwise reads the memory of other tensors. The loop, and what uses the result,
// read the first elements of the rows, in the tensor's own shape.
// [?, 4] => [?] => [?, 16]; [?] => [?, 16]
// CHECK-LABEL: func.func @two_tensors
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %[[Y:.*]]: tensor<?xf32>, %{{.*}}: tensor<i32>)
func.func @two_tensors(%x: tensor<?x4xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> (tensor<?x4xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  // The number of elements of %x, and of the rows that hold them.
  // CHECK: %[[SIZE_X:.*]] = arith.maxsi
  // CHECK: %[[COUNT_X:.*]] = arith.muli %[[SIZE_X]], %c4
  // CHECK: %[[ROWS_X:.*]] = arith.ceildivui %[[COUNT_X]], %c16
  // CHECK: %[[PADDED_X:.*]] = arith.muli %[[ROWS_X]], %c16
  // The elements are written to the start of the rows.
  // CHECK: %[[FLAT_X:.*]] = tensor.collapse_shape %[[X]] {{.*}} : tensor<?x4xf32> into tensor<?xf32>
  // CHECK: %[[EMPTY_X:.*]] = tensor.empty(%[[PADDED_X]]) : tensor<?xf32>
  // CHECK: %[[LONG_X:.*]] = tensor.insert_slice %[[FLAT_X]] into %[[EMPTY_X]][0] [%{{.*}}] [1]
  // CHECK: %[[WIDE_X:.*]] = tensor.expand_shape %[[LONG_X]] {{.*}} output_shape [%[[ROWS_X]], 16]
  // The same for %y, which has one dim already.
  // CHECK: %[[COUNT_Y:.*]] = arith.maxsi
  // CHECK: %[[ROWS_Y:.*]] = arith.ceildivui %[[COUNT_Y]], %c16
  // CHECK: %[[PADDED_Y:.*]] = arith.muli %[[ROWS_Y]], %c16
  // CHECK: %[[EMPTY_Y:.*]] = tensor.empty(%[[PADDED_Y]]) : tensor<?xf32>
  // CHECK: %[[LONG_Y:.*]] = tensor.insert_slice %[[Y]] into %[[EMPTY_Y]][0] [%{{.*}}] [1]
  // CHECK: %[[WIDE_Y:.*]] = tensor.expand_shape %[[LONG_Y]] {{.*}} output_shape [%[[ROWS_Y]], 16]
  // CHECK: %[[LOOP:.*]]:3 = stablehlo.while(%{{.*}} = %{{.*}}, %[[A:.*]] = %[[WIDE_X]], %[[B:.*]] = %[[WIDE_Y]]) : tensor<i32>, tensor<?x16xf32>, tensor<?x16xf32>
  %0:3 = stablehlo.while(%i = %n, %a = %x, %b = %y) : tensor<i32>, tensor<?x4xf32>, tensor<?xf32>
  cond {
    // The condition reads the first elements of the rows.
    // CHECK: %[[FLAT_C:.*]] = tensor.collapse_shape %[[B]] {{.*}} : tensor<?x16xf32> into tensor<?xf32>
    // CHECK: %[[PART_C:.*]] = tensor.extract_slice %[[FLAT_C]][0] [%[[COUNT_Y]]] [1]
    // CHECK: stablehlo.reduce(%[[PART_C]] init: %{{.*}})
    %sum = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    %1 = stablehlo.compare GT, %sum, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    // CHECK: } do {
    // So does an iteration; those of %a have two dims again.
    // CHECK-DAG: %[[FLAT_B:.*]] = tensor.collapse_shape %[[B]] {{.*}} : tensor<?x16xf32> into tensor<?xf32>
    // CHECK-DAG: %[[PART_B:.*]] = tensor.extract_slice %[[FLAT_B]][0] [%[[COUNT_Y]]] [1]
    // CHECK-DAG: %[[FLAT_A:.*]] = tensor.collapse_shape %[[A]] {{.*}} : tensor<?x16xf32> into tensor<?xf32>
    // CHECK-DAG: %[[PART_A:.*]] = tensor.extract_slice %[[FLAT_A]][0] [%[[COUNT_X]]] [1]
    // CHECK-DAG: %[[OWN_A:.*]] = tensor.expand_shape %[[PART_A]] {{.*}} output_shape [%[[SIZE_X]], 4]
    %1 = stablehlo.subtract %i, %one : tensor<i32>
    // CHECK: %[[NEXT_A:.*]] = stablehlo.negate %[[OWN_A]] : tensor<?x4xf32>
    %2 = stablehlo.negate %a : tensor<?x4xf32>
    // CHECK: %[[NEXT_B:.*]] = stablehlo.abs %[[PART_B]] : tensor<?xf32>
    %3 = stablehlo.abs %b : tensor<?xf32>
    // The sizes do not change.
    // CHECK: %[[DIM_A:.*]] = tensor.dim %[[NEXT_A]],
    // CHECK: %[[SIZE_A:.*]] = arith.maxsi %[[DIM_A]],
    // CHECK: %[[SAME_A:.*]] = arith.cmpi eq, %[[SIZE_A]], %[[SIZE_X]]
    // CHECK: cf.assert %[[SAME_A]], "stablehlo.while: an iteration changes the size of dim 0 of carried tensor #1; expected the same size after each iteration"
    // CHECK: %[[DIM_B:.*]] = tensor.dim %[[NEXT_B]],
    // CHECK: %[[SIZE_B:.*]] = arith.maxsi %[[DIM_B]],
    // CHECK: %[[SAME_B:.*]] = arith.cmpi eq, %[[SIZE_B]], %[[COUNT_Y]]
    // CHECK: cf.assert %[[SAME_B]], "stablehlo.while: an iteration changes the size of dim 0 of carried tensor #2; expected the same size after each iteration"
    // The next elements are written to rows, too.
    // CHECK: %[[FLAT_NEXT:.*]] = tensor.collapse_shape %[[NEXT_A]] {{.*}} : tensor<?x4xf32> into tensor<?xf32>
    // CHECK: %[[LONG_A:.*]] = tensor.insert_slice %[[FLAT_NEXT]] into %[[EMPTY_X]][0]
    // CHECK: %[[WIDE_A:.*]] = tensor.expand_shape %[[LONG_A]] {{.*}} output_shape [%[[ROWS_X]], 16]
    // CHECK: %[[LONG_B:.*]] = tensor.insert_slice %[[NEXT_B]] into %[[EMPTY_Y]][0]
    // CHECK: %[[WIDE_B:.*]] = tensor.expand_shape %[[LONG_B]] {{.*}} output_shape [%[[ROWS_Y]], 16]
    // CHECK: stablehlo.return %{{.*}}, %[[WIDE_A]], %[[WIDE_B]]
    stablehlo.return %1, %2, %3 : tensor<i32>, tensor<?x4xf32>, tensor<?xf32>
  }
  // The results are the first elements.
  // CHECK-DAG: %[[FLAT_RB:.*]] = tensor.collapse_shape %[[LOOP]]#2 {{.*}} : tensor<?x16xf32> into tensor<?xf32>
  // CHECK-DAG: %[[RESULT_B:.*]] = tensor.extract_slice %[[FLAT_RB]][0] [%[[COUNT_Y]]] [1]
  // CHECK-DAG: %[[FLAT_RA:.*]] = tensor.collapse_shape %[[LOOP]]#1 {{.*}} : tensor<?x16xf32> into tensor<?xf32>
  // CHECK-DAG: %[[PART_RA:.*]] = tensor.extract_slice %[[FLAT_RA]][0] [%[[COUNT_X]]] [1]
  // CHECK-DAG: %[[RESULT_A:.*]] = tensor.expand_shape %[[PART_RA]] {{.*}} output_shape [%[[SIZE_X]], 4]
  // CHECK: return %[[RESULT_A]], %[[RESULT_B]]
  return %0#1, %0#2 : tensor<?x4xf32>, tensor<?xf32>
}

// How many elements a row of 64 bytes has depends on their type, not on the tensor's dims: 64 of one
// byte, in which IREE stores a truth value, 4 of 16 bytes, 32 of 2 bytes, and 16 of 4 bytes. A tensor
// without elements, and one of static shape, stay: they are of a multiple of 64 bytes, or of known size.
// CHECK-LABEL: func.func @sizes
func.func @sizes(%a: tensor<?x3xi1>, %b: tensor<?x1xcomplex<f64>>, %c: tensor<?x20xbf16>, %d: tensor<4x?x13xf32>, %e: tensor<0x?xf32>, %f: tensor<i32>, %g: tensor<3xf32>) -> (tensor<?x3xi1>, tensor<?x1xcomplex<f64>>, tensor<?x20xbf16>, tensor<4x?x13xf32>) {
  // [?, 3] => [?, 64]
  // CHECK: %[[COUNT_A:.*]] = arith.muli %{{.*}}, %c3
  // CHECK: %[[ROWS_A:.*]] = arith.ceildivui %[[COUNT_A]], %c64
  // CHECK: tensor.expand_shape {{.*}} output_shape [%[[ROWS_A]], 64] : tensor<?xi1> into tensor<?x64xi1>
  // [?, 1] => [?, 4]
  // CHECK: %[[COUNT_B:.*]] = arith.maxsi
  // CHECK: %[[ROWS_B:.*]] = arith.ceildivui %[[COUNT_B]], %c4
  // CHECK: tensor.expand_shape {{.*}} output_shape [%[[ROWS_B]], 4] : tensor<?xcomplex<f64>> into tensor<?x4xcomplex<f64>>
  // [?, 20] => [?, 32]
  // CHECK: %[[COUNT_C:.*]] = arith.muli %{{.*}}, %c20
  // CHECK: %[[ROWS_C:.*]] = arith.ceildivui %[[COUNT_C]], %c32
  // CHECK: tensor.expand_shape {{.*}} output_shape [%[[ROWS_C]], 32] : tensor<?xbf16> into tensor<?x32xbf16>
  // [4, ?, 13] => [?, 16]
  // CHECK: %[[COUNT_D:.*]] = arith.muli %{{.*}}, %c52
  // CHECK: %[[ROWS_D:.*]] = arith.ceildivui %[[COUNT_D]], %c16
  // CHECK: tensor.expand_shape {{.*}} output_shape [%[[ROWS_D]], 16] : tensor<?xf32> into tensor<?x16xf32>
  // CHECK: %[[LOOP:.*]]:7 = stablehlo.while
  // CHECK-SAME: : tensor<?x64xi1>, tensor<?x4xcomplex<f64>>, tensor<?x32xbf16>, tensor<?x16xf32>, tensor<0x?xf32>, tensor<i32>, tensor<3xf32>
  %0:7 = stablehlo.while(%p = %a, %q = %b, %r = %c, %s = %d, %t = %e, %u = %f, %v = %g) : tensor<?x3xi1>, tensor<?x1xcomplex<f64>>, tensor<?x20xbf16>, tensor<4x?x13xf32>, tensor<0x?xf32>, tensor<i32>, tensor<3xf32>
  cond {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare GT, %u, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    // CHECK: } do {
    %p1 = stablehlo.not %p : tensor<?x3xi1>
    %q1 = stablehlo.negate %q : tensor<?x1xcomplex<f64>>
    %r1 = stablehlo.negate %r : tensor<?x20xbf16>
    %s1 = stablehlo.negate %s : tensor<4x?x13xf32>
    %t1 = stablehlo.negate %t : tensor<0x?xf32>
    %u1 = stablehlo.negate %u : tensor<i32>
    %v1 = stablehlo.negate %v : tensor<3xf32>
    // Only the sizes that the rows depend on are checked.
    // CHECK: cf.assert %{{.*}}, "stablehlo.while: an iteration changes the size of dim 0 of carried tensor #0; expected the same size after each iteration"
    // CHECK: cf.assert %{{.*}}, "stablehlo.while: an iteration changes the size of dim 0 of carried tensor #1; expected the same size after each iteration"
    // CHECK: cf.assert %{{.*}}, "stablehlo.while: an iteration changes the size of dim 0 of carried tensor #2; expected the same size after each iteration"
    // CHECK: cf.assert %{{.*}}, "stablehlo.while: an iteration changes the size of dim 1 of carried tensor #3; expected the same size after each iteration"
    // CHECK-NOT: cf.assert
    // CHECK: stablehlo.return
    // CHECK-SAME: : tensor<?x64xi1>, tensor<?x4xcomplex<f64>>, tensor<?x32xbf16>, tensor<?x16xf32>, tensor<0x?xf32>, tensor<i32>, tensor<3xf32>
    stablehlo.return %p1, %q1, %r1, %s1, %t1, %u1, %v1 : tensor<?x3xi1>, tensor<?x1xcomplex<f64>>, tensor<?x20xbf16>, tensor<4x?x13xf32>, tensor<0x?xf32>, tensor<i32>, tensor<3xf32>
  }
  // The results have their own shapes again.
  // CHECK-DAG: %[[FLAT_A:.*]] = tensor.collapse_shape %[[LOOP]]#0
  // CHECK-DAG: %[[PART_A:.*]] = tensor.extract_slice %[[FLAT_A]][0] [%[[COUNT_A]]] [1]
  // CHECK-DAG: %[[A:.*]] = tensor.expand_shape %[[PART_A]] {{.*}} into tensor<?x3xi1>
  // CHECK-DAG: %[[FLAT_B:.*]] = tensor.collapse_shape %[[LOOP]]#1
  // CHECK-DAG: %[[PART_B:.*]] = tensor.extract_slice %[[FLAT_B]][0] [%[[COUNT_B]]] [1]
  // CHECK-DAG: %[[B:.*]] = tensor.expand_shape %[[PART_B]] {{.*}} into tensor<?x1xcomplex<f64>>
  // CHECK-DAG: %[[FLAT_C:.*]] = tensor.collapse_shape %[[LOOP]]#2
  // CHECK-DAG: %[[PART_C:.*]] = tensor.extract_slice %[[FLAT_C]][0] [%[[COUNT_C]]] [1]
  // CHECK-DAG: %[[C:.*]] = tensor.expand_shape %[[PART_C]] {{.*}} into tensor<?x20xbf16>
  // CHECK-DAG: %[[FLAT_D:.*]] = tensor.collapse_shape %[[LOOP]]#3
  // CHECK-DAG: %[[PART_D:.*]] = tensor.extract_slice %[[FLAT_D]][0] [%[[COUNT_D]]] [1]
  // CHECK-DAG: %[[D:.*]] = tensor.expand_shape %[[PART_D]] {{.*}} into tensor<4x?x13xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  return %0#0, %0#1, %0#2, %0#3 : tensor<?x3xi1>, tensor<?x1xcomplex<f64>>, tensor<?x20xbf16>, tensor<4x?x13xf32>
}

// A tensor that does not change is an argument, which has a buffer of its own.
// CHECK-LABEL: func.func @one_tensor
// CHECK-SAME: (%{{.*}}: tensor<?x4xf32>, %[[Y:.*]]: tensor<?x4xf32>
// CHECK: stablehlo.while
// CHECK-SAME: : tensor<i32>, tensor<?x16xf32>, tensor<?x4xf32>
// CHECK: stablehlo.subtract %{{.*}}, %[[Y]] : tensor<?x4xf32>
func.func @one_tensor(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>, %n: tensor<i32>) -> tensor<?x4xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %n, %a = %x, %b = %y) : tensor<i32>, tensor<?x4xf32>, tensor<?x4xf32>
  cond {
    %1 = stablehlo.compare GT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.subtract %i, %one : tensor<i32>
    %2 = stablehlo.subtract %a, %b : tensor<?x4xf32>
    stablehlo.return %1, %2, %b : tensor<i32>, tensor<?x4xf32>, tensor<?x4xf32>
  }
  return %0#1 : tensor<?x4xf32>
}

// A tensor that is computed before a loop is kept in rows of 64 bytes for its uses in the loop and
// after it, since it may be in the same allocation as one that the loop carries. MLIR removes the
// reshapes to the rows and back here: what is left is a tensor of rank 1, as long as all rows.
// CHECK-LABEL: func.func @used_behind
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>
// CHECK: %[[C16:.*]] = arith.constant 16 : index
// CHECK: %[[Y:.*]] = stablehlo.log_plus_one %[[X]]
// CHECK: %[[COUNT:.*]] = arith.maxsi
// CHECK: %[[ROWS:.*]] = arith.ceildivui %[[COUNT]], %[[C16]]
// CHECK: %[[PADDED:.*]] = arith.muli %[[ROWS]], %[[C16]]
// CHECK: %[[EMPTY:.*]] = tensor.empty(%[[PADDED]]) : tensor<?xf32>
// CHECK: %[[KEPT:.*]] = tensor.insert_slice %[[Y]] into %[[EMPTY]][0] [%{{.*}}] [1] : tensor<?xf32> into tensor<?xf32>
// CHECK: stablehlo.while
// CHECK-SAME: : tensor<i32>, tensor<?x16xf32>
// CHECK: } do {
// CHECK: %[[INSIDE:.*]] = tensor.extract_slice %[[KEPT]][0] [%[[COUNT]]] [1]
// CHECK: stablehlo.add %{{.*}}, %[[INSIDE]]
// CHECK: %[[AFTER:.*]] = tensor.extract_slice %[[KEPT]][0] [%[[COUNT]]] [1]
// CHECK: stablehlo.multiply %{{.*}}, %[[AFTER]]
func.func @used_behind(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.log_plus_one %x : tensor<?xf32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %a, %y : tensor<?xf32>
    %2 = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<?xf32>
  }
  %3 = stablehlo.multiply %0#1, %y : tensor<?xf32>
  return %3 : tensor<?xf32>
}

// What a loop does not change is used as what it starts with, so that it is kept, too.
// CHECK-LABEL: func.func @unchanged
// CHECK: %[[C16:.*]] = arith.constant 16 : index
// CHECK: %[[Y:.*]] = stablehlo.log_plus_one
// CHECK: %[[COUNT:.*]] = arith.maxsi
// CHECK: %[[ROWS:.*]] = arith.ceildivui %[[COUNT]], %[[C16]]
// CHECK: %[[PADDED:.*]] = arith.muli %[[ROWS]], %[[C16]]
// CHECK: %[[EMPTY:.*]] = tensor.empty(%[[PADDED]]) : tensor<?xf32>
// CHECK: %[[KEPT:.*]] = tensor.insert_slice %[[Y]] into %[[EMPTY]][0] [%{{.*}}] [1] : tensor<?xf32> into tensor<?xf32>
// CHECK: stablehlo.while
// CHECK: } do {
// CHECK: %[[INSIDE:.*]] = tensor.extract_slice %[[KEPT]][0] [%[[COUNT]]] [1]
// CHECK: stablehlo.add %{{.*}}, %[[INSIDE]]
func.func @unchanged(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.log_plus_one %x : tensor<?xf32>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %a, %b : tensor<?xf32>
    %2 = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %2, %1, %b : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}

// Branches yield larger tensors, too. They start with none, whose sizes would be known behind them,
// so that these have a dim of 16 more instead of rows.
// [?] => [16, ?]
// CHECK-LABEL: func.func @branches
// CHECK: %[[RESULTS:.*]]:2 = "stablehlo.if"
// CHECK-COUNT-2: tensor.insert_slice %{{.*}} into %{{.*}} : tensor<?xf32> into tensor<16x?xf32>
// CHECK: }, {
// CHECK-COUNT-2: tensor.insert_slice %{{.*}} into %{{.*}} : tensor<?xf32> into tensor<16x?xf32>
// CHECK: -> (tensor<16x?xf32>, tensor<16x?xf32>)
// CHECK-DAG: tensor.extract_slice %[[RESULTS]]#0
// CHECK-DAG: tensor.extract_slice %[[RESULTS]]#1
func.func @branches(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = "stablehlo.if"(%p) ({
    %1 = stablehlo.log_plus_one %x : tensor<?xf32>
    stablehlo.return %1, %y : tensor<?xf32>, tensor<?xf32>
  }, {
    %1 = stablehlo.logistic %y : tensor<?xf32>
    stablehlo.return %y, %1 : tensor<?xf32>, tensor<?xf32>
  }) : (tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// A single tensor that is computed last in each branch is alone in its allocation.
// CHECK-LABEL: func.func @alone
// CHECK-NOT: tensor<16x?xf32>
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @alone(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.log_plus_one %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    %1 = stablehlo.logistic %y : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// IREE might compute a part of what is in the loop in front of it: the loop reads a copy, in rows of
// 64 bytes. As in @used_behind, what is left of the rows is a tensor of rank 1.
// CHECK-LABEL: func.func @copied
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xi8>, %{{.*}}: tensor<i32>)
func.func @copied(%x: tensor<?x?xi8>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  // CHECK: stablehlo.convert %[[X]]
  %bytes = stablehlo.convert %x : (tensor<?x?xi8>) -> tensor<?x?xf32>
  %init = stablehlo.transpose %bytes, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // The copy.
  // CHECK: %[[COUNT:.*]] = arith.muli %[[SIZE_0:.*]], %[[SIZE_1:.*]] overflow
  // CHECK: %[[ROWS:.*]] = arith.ceildivui %[[COUNT]], %c64
  // CHECK: %[[PADDED:.*]] = arith.muli %[[ROWS]], %c64
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[X]] {{.*}} : tensor<?x?xi8> into tensor<?xi8>
  // CHECK: %[[EMPTY:.*]] = tensor.empty(%[[PADDED]]) : tensor<?xi8>
  // CHECK: %[[WIDE:.*]] = tensor.insert_slice %[[FLAT]] into %[[EMPTY]][0] [%{{.*}}] [1]
  // CHECK: stablehlo.while
  %0:2 = stablehlo.while(%i = %zero, %a = %init) : tensor<i32>, tensor<?x?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    // The loop reads it, and not the argument.
    // CHECK: } do {
    // CHECK-NOT: %[[X]]
    // CHECK: %[[PART:.*]] = tensor.extract_slice %[[WIDE]][0] [%[[COUNT]]] [1]
    // CHECK-NOT: %[[X]]
    // CHECK: %[[COPY:.*]] = tensor.expand_shape %[[PART]] {{.*}} output_shape [%[[SIZE_0]], %[[SIZE_1]]]
    // CHECK-NOT: %[[X]]
    // CHECK: stablehlo.transpose %[[COPY]]
    // CHECK-NOT: %[[X]]
    // CHECK: return
    %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xi8>) -> tensor<?x?xi8>
    %2 = stablehlo.convert %1 : (tensor<?x?xi8>) -> tensor<?x?xf32>
    %3 = stablehlo.add %a, %2 : tensor<?x?xf32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<?x?xf32>
  }
  return %0#1 : tensor<?x?xf32>
}

// So does a loop over unsigned integers, whose rows stay, between ops that change the sign; running
// the target again copies nothing more.
// CHECK-LABEL: func.func @copied_unsigned
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xui8>
// CHECK: %[[LONG:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0] [%{{.*}}] [1] : tensor<?xi8> into tensor<?xi8>
// CHECK: %[[ROWS:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [%{{.*}}, 64] : tensor<?xi8> into tensor<?x64xi8>
// CHECK: %[[WIDE:.*]] = stablehlo.bitcast_convert %[[ROWS]] : (tensor<?x64xi8>) -> tensor<?x64xui8>
// CHECK-NOT: tensor.insert_slice {{.*}}xi8>
// CHECK: stablehlo.while
// CHECK: } do {
// CHECK-NOT: %[[X]]
// CHECK: %[[BITS:.*]] = stablehlo.bitcast_convert %[[WIDE]] : (tensor<?x64xui8>) -> tensor<?x64xi8>
// CHECK: tensor.collapse_shape %[[BITS]] {{\[\[}}0, 1]] : tensor<?x64xi8> into tensor<?xi8>
// CHECK: tensor.extract_slice %{{.*}}[0] [%{{.*}}] [1] : tensor<?xi8> to tensor<?xi8>
// CHECK: %[[COPY:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [%{{.*}}, %{{.*}}] : tensor<?xi8> into tensor<?x?xi8>
// CHECK: %[[UNSIGNED:.*]] = stablehlo.bitcast_convert %[[COPY]] : (tensor<?x?xi8>) -> tensor<?x?xui8>
// CHECK: stablehlo.convert %[[UNSIGNED]]
// CHECK-NOT: tensor.insert_slice {{.*}}xi8>
// CHECK: return
func.func @copied_unsigned(%x: tensor<?x?xui8>, %n: tensor<i32>) -> tensor<?x?xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xui8>) -> tensor<i32>
  %has_rows = stablehlo.compare GE, %rows, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%has_rows) {api_version = 2 : i32, error_message = "too few", has_side_effect = true} : (tensor<i1>) -> ()
  %bytes = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xui8>) -> tensor<?x?xui8>
  %init = stablehlo.convert %bytes : (tensor<?x?xui8>) -> tensor<?x?xi32>
  %0:2 = stablehlo.while(%i = %zero, %a = %init) : tensor<i32>, tensor<?x?xi32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.convert %x : (tensor<?x?xui8>) -> tensor<?x?xi32>
    %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<?x?xi32>) -> tensor<?x?xi32>
    %3 = stablehlo.add %a, %2 : tensor<?x?xi32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<?x?xi32>
  }
  return %0#1 : tensor<?x?xi32>
}

// Rows of numbers of 64 bits have 8 elements; a tensor of rank 1 needs no reshape.
// CHECK-LABEL: func.func @rows_of_doubles
// CHECK-NOT: tensor.collapse_shape %arg0
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [%{{.*}}, 8] : tensor<?xf64> into tensor<?x8xf64>
// CHECK: scf.for
// CHECK-SAME: -> (tensor<?x8xf64>)
// CHECK: %[[ALL:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<?x8xf64> into tensor<?xf64>
// CHECK: %[[OWN:.*]] = tensor.extract_slice %[[ALL]][0] [%{{.*}}] [1] : tensor<?xf64> to tensor<?xf64>
// CHECK: stablehlo.negate %[[OWN]]
func.func @rows_of_doubles(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %0 = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> (tensor<?xf64>) {
    %1 = stablehlo.negate %a : tensor<?xf64>
    scf.yield %1 : tensor<?xf64>
  }
  return %0 : tensor<?xf64>
}

// IREE loses the sizes of a tensor that a loop does not read; its next value is written into the last one.
// CHECK-LABEL: func.func @not_read
// CHECK: stablehlo.while
// CHECK-SAME: tensor<16x?xf32>
// CHECK: do {
// CHECK: tensor.insert_slice %{{.*}} into %iterArg{{.*}}[0, 0] [1, %{{.*}}] [1, 1] : tensor<?xf32> into tensor<16x?xf32>
func.func @not_read(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.subtract %i, %one : tensor<i32>
    %2 = stablehlo.negate %y : tensor<?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}

// A tensor of a multiple of 64 bytes is tied to the sizes that it starts with: IREE does not find those of
// tensors that change places.
// CHECK-LABEL: func.func @tied
// CHECK: %[[X:.*]] = "flow.tensor.tie_shape"(%arg0, %[[N:.*]]) :
// CHECK: %[[Y:.*]] = "flow.tensor.tie_shape"(%arg1, %[[M:.*]]) :
// CHECK: stablehlo.while({{.*}} = %[[X]], {{.*}} = %[[Y]])
// CHECK: do {
// CHECK: %[[B:.*]] = "flow.tensor.tie_shape"(%{{.*}}, %[[M]])
// CHECK: %[[A:.*]] = "flow.tensor.tie_shape"(%{{.*}}, %[[N]])
// CHECK: %[[SUM:.*]] = stablehlo.add %[[A]], %[[A]]
// CHECK: %[[NEXT_A:.*]] = "flow.tensor.tie_shape"(%[[B]], %[[N]])
// CHECK: %[[NEXT_B:.*]] = "flow.tensor.tie_shape"(%[[SUM]], %[[M]])
// CHECK: stablehlo.return %{{.*}}, %[[NEXT_A]], %[[NEXT_B]]
func.func @tied(%x: tensor<?x16xf32>, %y: tensor<?x16xf32>, %n: tensor<i32>) -> (tensor<?x16xf32>, tensor<?x16xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x16xf32>) -> tensor<i32>
  %own = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x16xf32>) -> tensor<i32>
  %same = stablehlo.compare EQ, %size, %own : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%same) {error_message = "sizes", has_side_effect = true} : (tensor<i1>) -> ()
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<?x16xf32>, tensor<?x16xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %a, %a : tensor<?x16xf32>
    stablehlo.return %1, %b, %2 : tensor<i32>, tensor<?x16xf32>, tensor<?x16xf32>
  }
  return %0#1, %0#2 : tensor<?x16xf32>, tensor<?x16xf32>
}

// One that no iteration reads is inserted into what the loop carries, and those beside it are in rows.
// CHECK-LABEL: func.func @beside_unread
// CHECK-COUNT-2: tensor.expand_shape
// CHECK: stablehlo.while
// CHECK: do {
// CHECK: %[[SUM:.*]] = stablehlo.add %{{.*}} : tensor<?x16xf32>
// CHECK-COUNT-2: tensor.expand_shape
// CHECK: tensor.insert_slice %[[SUM]] into %iterArg{{.*}}[0, 0]
// CHECK: stablehlo.return
func.func @beside_unread(%x: tensor<?x16xf32>, %y: tensor<?x16xf32>, %n: tensor<i32>) -> (tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x16xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x16xf32>) -> tensor<i32>
  %own = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x16xf32>) -> tensor<i32>
  %same = stablehlo.compare EQ, %size, %own : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%same) {error_message = "sizes", has_side_effect = true} : (tensor<i1>) -> ()
  %0:4 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %c = %x) : tensor<i32>, tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x16xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %a, %a : tensor<?x16xf32>
    stablehlo.return %1, %b, %2, %2 : tensor<i32>, tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x16xf32>
  }
  return %0#1, %0#2, %0#3 : tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x16xf32>
}

// One that changes its size is carried as it is.
// CHECK-LABEL: func.func @appended
// CHECK-NOT: tie_shape
// CHECK: stablehlo.while({{.*}} = %arg0)
// CHECK-NOT: tie_shape
// CHECK: return
func.func @appended(%x: tensor<?x16xf32>, %n: tensor<i32>) -> tensor<?x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %row = stablehlo.constant dense<2.0> : tensor<1x16xf32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<?x16xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.concatenate %a, %row, dim = 0 : (tensor<?x16xf32>, tensor<1x16xf32>) -> tensor<?x16xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?x16xf32>
  }
  return %0#1 : tensor<?x16xf32>
}

// What is kept in front of the reading of a number is kept again in front of a loop: IREE copies what is
// read back from rows at once, into the allocation that the loop starts with.
// CHECK-LABEL: func.func @kept_twice
// CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %arg0
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}} : tensor<?xf32> into tensor<?xf32>
// CHECK: tensor.extract %{{.*}}[] : tensor<i32>
// CHECK: %[[BACK:.*]] = tensor.extract_slice
// CHECK: %[[AGAIN:.*]] = tensor.insert_slice %{{.*}} into %{{.*}} : tensor<?xf32> into tensor<?xf32>
// CHECK: stablehlo.while
// CHECK: %[[LAST:.*]] = tensor.extract_slice %[[AGAIN]]
// CHECK: return %{{.*}}, %[[LAST]]
func.func @kept_twice(%x: tensor<?xf32>, %i: tensor<2xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  %count = stablehlo.reduce(%i init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %number = tensor.extract %count[] : tensor<i32>
  %limit = tensor.from_elements %number : tensor<i32>
  %1:2 = stablehlo.while(%k = %zero, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %2 = stablehlo.compare LT, %k, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.add %k, %one : tensor<i32>
    %3 = stablehlo.add %a, %a : tensor<?xf32>
    stablehlo.return %2, %3 : tensor<i32>, tensor<?xf32>
  }
  return %1#1, %0 : tensor<?xf32>, tensor<?xf32>
}

// What is read of a branch's result behind a loop is read there. IREE would compute it beside the tensor that the loop starts
// with, whose offset it would lose.
// CHECK-LABEL: func.func @part_behind_a_loop
// CHECK: %[[BRANCH:.*]]:2 = "stablehlo.case"
// CHECK: stablehlo.while
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[BRANCH]]#1
// CHECK: return %[[PART]]
func.func @part_behind_a_loop(%x: tensor<?xf32>, %case: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %5 = stablehlo.constant dense<5> : tensor<i32>
  %z = stablehlo.tanh %x : tensor<?xf32>
  %b:2 = "stablehlo.case"(%case) ({
    stablehlo.return %z, %x : tensor<?xf32>, tensor<?xf32>
  }, {
    %double = stablehlo.add %z, %z : tensor<?xf32>
    stablehlo.return %x, %double : tensor<?xf32>, tensor<?xf32>
  }) : (tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  %c:2 = stablehlo.while(%i = %0, %s = %z) : tensor<i32>, tensor<?xf32>
  cond {
    %more = stablehlo.compare LT, %i, %5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %1 : tensor<i32>
    %sum = stablehlo.add %s, %x : tensor<?xf32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<?xf32>
  }
  return %b#1, %c#1 : tensor<?xf32>, tensor<?xf32>
}

// IREE makes the counter of a loop that counts up a scalar, so that nothing is kept in front of its reading.
// CHECK-LABEL: func.func @counter
// CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i32>, tensor<?x16xf32>
// CHECK: do {
// CHECK-NOT: tensor.insert_slice
// CHECK: stablehlo.logistic
// CHECK: tensor.insert_slice
// CHECK-LABEL: func.func @down
// CHECK: do {
// CHECK: tensor.insert_slice
// CHECK: stablehlo.logistic
func.func @counter(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%k = %zero, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %k, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %number = tensor.extract %k[] : tensor<i32>
    %1 = stablehlo.add %k, %step : tensor<i32>
    %2 = stablehlo.logistic %a : tensor<?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}

func.func @down(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<-1> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%k = %zero, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare NE, %k, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %number = tensor.extract %k[] : tensor<i32>
    %1 = stablehlo.add %k, %step : tensor<i32>
    %2 = stablehlo.logistic %a : tensor<?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}

// IREE executes what is before a barrier alone, so what is used behind it is kept in rows, too. One of constants is
// moved to the start of the iteration, where it divides nothing.
// CHECK-LABEL: func.func @barriers
// CHECK: do {
// CHECK-NOT: tensor<?xf32>
// CHECK: %[[ZERO:.*]] = stablehlo.optimization_barrier %{{.*}} : tensor<f32>
// CHECK: %[[COSINE:.*]] = stablehlo.logistic
// CHECK: %[[KEPT:.*]] = tensor.insert_slice %[[COSINE]] into %{{.*}}[0]
// CHECK: %[[HIDDEN:.*]] = stablehlo.optimization_barrier %{{.*}} : tensor<1xf32>
// CHECK: %[[READ:.*]] = tensor.extract_slice %[[KEPT]][0]
// CHECK: tensor.insert_slice %[[HIDDEN]] into %[[READ]]
// CHECK-NOT: optimization_barrier
// CHECK: stablehlo.dynamic_broadcast_in_dim %[[ZERO]]
func.func @barriers(%x: tensor<?xf32>, %y: tensor<1xf32>, %s: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %fill = stablehlo.constant dense<0.0> : tensor<f32>
  %0:3 = stablehlo.while(%k = %zero, %a = %x, %b = %x) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %k, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %k, %step : tensor<i32>
    %2 = stablehlo.logistic %a : tensor<?xf32>
    %3 = stablehlo.negate %y : tensor<1xf32>
    %4 = stablehlo.optimization_barrier %3 : tensor<1xf32>
    %5 = stablehlo.dynamic_update_slice %2, %4, %k : (tensor<?xf32>, tensor<1xf32>, tensor<i32>) -> tensor<?xf32>
    %6 = stablehlo.optimization_barrier %fill : tensor<f32>
    %7 = stablehlo.dynamic_broadcast_in_dim %6, %s, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %8 = stablehlo.maximum %b, %7 : tensor<?xf32>
    stablehlo.return %1, %5, %8 : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }
  return %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>
}
