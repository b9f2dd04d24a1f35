// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=custom-calls,masked-loops,window-reducers})' %s | FileCheck %s

// A cumulative sum of rows, as JAX emits it: a loop over the positions in a window that is as
// long as the tensor. The sum that the loop carries, and the tensor that is kept for it, are held at
// the start of rows of 64 bytes, and read from there: IREE reads the memory of other tensors unless
// such tensors are of a multiple of 64 bytes.
// [?, 4] => [?] => [?, 16]
// CHECK-LABEL: func.func @window_of_unknown_size
// CHECK: %[[CUT:.*]] = scf.if
// CHECK: %[[PADDED:.*]] = tensor.insert_slice %[[CUT]] into %{{.*}}[%{{.*}}, %{{.*}}] [%{{.*}}, 4] [1, 1]
// CHECK: %[[FIRST:.*]] = stablehlo.add
// CHECK: %[[ALL_COUNT:.*]] = arith.muli %[[ALL_SIZE:.*]], %{{.*}} overflow<nsw>
// CHECK: %[[ALL_ROWS:.*]] = arith.ceildivui %[[ALL_COUNT]], %[[C16:.*]] : index
// CHECK: %[[ALL_PADDED:.*]] = arith.muli %[[ALL_ROWS]], %[[C16]]
// CHECK: %[[ALL_FLAT:.*]] = tensor.collapse_shape %[[PADDED]] {{\[\[}}0, 1]] : tensor<?x4xf32> into tensor<?xf32>
// CHECK: %[[ALL_EMPTY:.*]] = tensor.empty(%[[ALL_PADDED]]) : tensor<?xf32>
// CHECK: %[[ALL_LONG:.*]] = tensor.insert_slice %[[ALL_FLAT]] into %[[ALL_EMPTY]][%{{.*}}] [%{{.*}}] [1] : tensor<?xf32> into tensor<?xf32>
// CHECK: %[[KEPT:.*]] = tensor.expand_shape %[[ALL_LONG]] {{\[\[}}0, 1]] output_shape [%[[ALL_ROWS]], 16] : tensor<?xf32> into tensor<?x16xf32>
// CHECK: %[[COUNT:.*]] = arith.muli %[[SIZE:.*]], %{{.*}} overflow<nsw>
// CHECK: %[[ROWS:.*]] = arith.ceildivui %[[COUNT]],
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[FIRST]] {{\[\[}}0, 1]] : tensor<?x4xf32> into tensor<?xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?xf32>
// CHECK: %[[LONG:.*]] = tensor.insert_slice %[[FLAT]] into %[[EMPTY]][%{{.*}}] [%{{.*}}] [1]
// CHECK: %[[START:.*]] = tensor.expand_shape %[[LONG]] {{\[\[}}0, 1]] output_shape [%[[ROWS]], 16] : tensor<?xf32> into tensor<?x16xf32>
// CHECK: %[[SUM:.*]] = scf.for %[[PLACE:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[PART:.*]] = %[[START]]) -> (tensor<?x16xf32>)
// CHECK-DAG: %[[OWN_FLAT:.*]] = tensor.collapse_shape %[[PART]] {{\[\[}}0, 1]] : tensor<?x16xf32> into tensor<?xf32>
// CHECK-DAG: %[[OWN_PART:.*]] = tensor.extract_slice %[[OWN_FLAT]][0] [%[[COUNT]]] [1]
// CHECK-DAG: %[[OWN:.*]] = tensor.expand_shape %[[OWN_PART]] {{\[\[}}0, 1]] output_shape [%[[SIZE]], 4] : tensor<?xf32> into tensor<?x4xf32>
// CHECK-DAG: %[[KEPT_FLAT:.*]] = tensor.collapse_shape %[[KEPT]] {{\[\[}}0, 1]] : tensor<?x16xf32> into tensor<?xf32>
// CHECK-DAG: %[[KEPT_PART:.*]] = tensor.extract_slice %[[KEPT_FLAT]][0] [%[[ALL_COUNT]]] [1]
// CHECK-DAG: %[[ALL:.*]] = tensor.expand_shape %[[KEPT_PART]] {{\[\[}}0, 1]] output_shape [%[[ALL_SIZE]], 4] : tensor<?xf32> into tensor<?x4xf32>
// CHECK: %[[SLICE:.*]] = stablehlo.real_dynamic_slice %[[ALL]]
// CHECK: %[[NEXT:.*]] = stablehlo.add %[[OWN]], %[[SLICE]]
// CHECK: cf.assert %{{.*}}, "scf.for: an iteration changes the size of dim 0 of carried tensor #0; expected the same size after each iteration"
// CHECK: %[[NEXT_FLAT:.*]] = tensor.collapse_shape %[[NEXT]] {{\[\[}}0, 1]] : tensor<?x4xf32> into tensor<?xf32>
// CHECK: %[[NEXT_LONG:.*]] = tensor.insert_slice %[[NEXT_FLAT]]
// CHECK: %[[WIDE:.*]] = tensor.expand_shape %[[NEXT_LONG]] {{\[\[}}0, 1]] output_shape [%[[ROWS]], 16]
// CHECK: scf.yield %[[WIDE]]
// CHECK: %[[RESULT_FLAT:.*]] = tensor.collapse_shape %[[SUM]] {{\[\[}}0, 1]] : tensor<?x16xf32> into tensor<?xf32>
// CHECK: %[[RESULT_PART:.*]] = tensor.extract_slice %[[RESULT_FLAT]][0] [%[[COUNT]]] [1]
// CHECK: %[[RESULT:.*]] = tensor.expand_shape %[[RESULT_PART]] {{\[\[}}0, 1]] output_shape [%[[SIZE]], 4] : tensor<?xf32> into tensor<?x4xf32>
// CHECK: return %[[RESULT]]
func.func @window_of_unknown_size(%x: tensor<?x4xf32>, %low: tensor<i32>, %n: tensor<i32>) -> tensor<?x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %0 = stablehlo.reshape %low : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.concatenate %0, %none, %none, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  %padding = stablehlo.reshape %1 : (tensor<4xi32>) -> tensor<2x2xi32>
  %2 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %window = stablehlo.concatenate %2, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %3 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %window, %ones, %ones, %ones, %padding) {api_version = 2 : i32, called_computations = [@sum]} : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// A reduction by more than one op stays.
// CHECK-LABEL: func.func @other_reductions_stay
// CHECK: stablehlo.custom_call @stablehlo.dynamic_reduce_window
func.func @other_reductions_stay(%x: tensor<?xf32>, %n: tensor<1xi32>, %padding: tensor<1x2xi32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %n, %one, %one, %one, %padding) {api_version = 2 : i32, called_computations = [@other]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @other(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  %1 = stablehlo.tanh %0 : tensor<f32>
  return %1 : tensor<f32>
}

// Pooling stays, with its padding in front of it; other windows become one op for each
// position.
// CHECK-LABEL: func.func @pooling
// CHECK: %[[PADDED:.*]] = tensor.insert_slice %arg0 into
// CHECK: "stablehlo.reduce_window"(%[[PADDED]], %{{.*}}) <{window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 1, 2, 1>}>
// CHECK-NOT: reduce_window
// CHECK-COUNT-4: stablehlo.maximum
// CHECK-NOT: stablehlo.maximum
// CHECK: return
func.func @pooling(%x: tensor<?x?x?x2xf32>, %y: tensor<3x?xf32>) -> (tensor<?x?x?x2xf32>, tensor<3x?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<?x?x?x2xf32>, tensor<f32>) -> tensor<?x?x?x2xf32>
  %1 = "stablehlo.reduce_window"(%y, %zero) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<3x?xf32>, tensor<f32>) -> tensor<3x?xf32>
  return %0, %1 : tensor<?x?x?x2xf32>, tensor<3x?xf32>
}

// IREE has no pooling along one dim, and computes a negative size of a window that is larger than the
// tensor.
// CHECK-LABEL: func.func @no_pooling
// CHECK-NOT: reduce_window
// CHECK-COUNT-5: stablehlo.maximum
// CHECK-NOT: stablehlo.maximum
// CHECK: return
func.func @no_pooling(%x: tensor<?x?x2xf32>, %y: tensor<?x?x4x2xf32>) -> (tensor<?x?x2xf32>, tensor<?x?x4x2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<?x?x2xf32>, tensor<f32>) -> tensor<?x?x2xf32>
  %1 = "stablehlo.reduce_window"(%y, %zero) <{window_dimensions = array<i64: 1, 3, 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<?x?x4x2xf32>, tensor<f32>) -> tensor<?x?x4x2xf32>
  return %0, %1 : tensor<?x?x2xf32>, tensor<?x?x4x2xf32>
}

// IREE has poolings of f32 only.
// CHECK-LABEL: func.func @no_pooling_of_integers
// CHECK-NOT: reduce_window
// CHECK-COUNT-2: stablehlo.add
// CHECK-NOT: stablehlo.add
// CHECK: return
func.func @no_pooling_of_integers(%x: tensor<?x?x4x2xi32>) -> tensor<?x?x4x2xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 2, 1, 1>, window_strides = array<i64: 1, 2, 1, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<?x?x4x2xi32>, tensor<i32>) -> tensor<?x?x4x2xi32>
  return %0 : tensor<?x?x4x2xi32>
}

// Padding by numbers known only at run time. A negative number would remove elements.
// CHECK-LABEL: func.func @dynamic_pad
// CHECK: %[[IS_NEGATIVE:.*]] = arith.cmpi slt
// CHECK: %[[CUT:.*]] = scf.if %[[IS_NEGATIVE]]
// CHECK: stablehlo.real_dynamic_slice %arg0
// CHECK: %[[COPY:.*]] = tensor.insert_slice %arg0 into
// CHECK-NEXT: scf.yield %[[COPY]]
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_pad: the padding of dim 0 removes more elements than there are"
// CHECK: tensor.insert_slice %[[CUT]] into
func.func @dynamic_pad(%x: tensor<?xf32>, %low: tensor<1xi32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = stablehlo.dynamic_pad %x, %zero, %low, %none, %none : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Interior padding: elements at every second position.
// CHECK-LABEL: func.func @interior
// CHECK: tensor.insert_slice %arg0 into %{{.*}}[%{{.*}}] [%{{.*}}] [2]
func.func @interior(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.dynamic_pad %x, %zero, %none, %none, %one : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Two groups of two features, by products of matrices in batches.
// CHECK-LABEL: func.func @groups
// CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [1] x [1], contracting_dims = [2] x [0]
// CHECK-NOT: stablehlo.convolution
// CHECK: return
func.func @groups(%x: tensor<?x?x4xf32>, %k: tensor<1x2x6xf32>) -> tensor<?x?x6xf32> {
  %0 = "stablehlo.convolution"(%x, %k) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<?x?x4xf32>, tensor<1x2x6xf32>) -> tensor<?x?x6xf32>
  return %0 : tensor<?x?x6xf32>
}

// A group for each feature, by products of elements.
// CHECK-LABEL: func.func @depthwise
// CHECK: stablehlo.multiply
// CHECK-NOT: stablehlo.dot_general
// CHECK: return
func.func @depthwise(%x: tensor<?x?x2xf32>, %k: tensor<1x1x2xf32>) -> tensor<?x?x2xf32> {
  %0 = "stablehlo.convolution"(%x, %k) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<?x?x2xf32>, tensor<1x1x2xf32>) -> tensor<?x?x2xf32>
  return %0 : tensor<?x?x2xf32>
}

// CHECK-LABEL: func.func @padding_of_run_time
// CHECK: tensor.insert_slice
// CHECK-NOT: "stablehlo.dynamic_conv"
// CHECK: return
func.func @padding_of_run_time(%x: tensor<1x?x2xf32>, %k: tensor<3x2x6xf32>, %p: tensor<1x2xi32>) -> tensor<1x?x6xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x?x2xf32>, tensor<3x2x6xf32>, tensor<1x2xi32>) -> tensor<1x?x6xf32>
  return %0 : tensor<1x?x6xf32>
}

// Columns by indices, which a gather moves into the operand.
// CHECK-LABEL: func.func @columns
// CHECK: %[[VALID:.*]] = stablehlo.clamp %{{.*}}, %arg1, %{{.*}}
// CHECK: "stablehlo.torch_index_select"(%arg0, %[[VALID]]) <{batch_dims = 0 : i64, dim = 1 : i64}>
func.func @columns(%x: tensor<?x5xf32>, %i: tensor<?xi32>) -> tensor<?x?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x5xf32>) -> tensor<i32>
  %r = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %r, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : (tensor<?x5xf32>, tensor<?xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A row, without the indexed dim.
// CHECK-LABEL: func.func @row
// CHECK: %[[SLICE:.*]] = stablehlo.real_dynamic_slice %arg0
// CHECK: tensor.reshape %[[SLICE]]
func.func @row(%x: tensor<?x?xf32>, %i: tensor<1xi32>, %s: tensor<2xi32>) -> tensor<?xf32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>}> : (tensor<?x?xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// IREE has no pooling with a stride along the first dim.
// CHECK-LABEL: func.func @strided_batches
// CHECK-NOT: stablehlo.reduce_window
// CHECK: return
func.func @strided_batches(%x: tensor<?x?x?x?xf32>) -> (tensor<?x?x?x?xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r3 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions=array<i64: 1,1,1,1>, window_strides=array<i64:2,1,1,1>}> ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): 
   %s = stablehlo.maximum %a, %b : tensor<f32>
   stablehlo.return %s : tensor<f32> }) : (tensor<?x?x?x?xf32>, tensor<f32>) -> tensor<?x?x?x?xf32>
  return %r3 : tensor<?x?x?x?xf32>
}

// [?] => [?]
// CHECK-LABEL: func.func @exchanged_operands
// CHECK-NOT: stablehlo.reduce_window
// CHECK: stablehlo.add
func.func @exchanged_operands(%x: tensor<?xf32>, %init: tensor<f32>) -> tensor<?xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %b, %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 3>} : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A pooling gets the operands in order: IREE does not know it otherwise.
// [?, 4, ?, 3] => [?, 2, ?, 3]
// CHECK-LABEL: func.func @pooling_with_exchanged_operands
// CHECK: "stablehlo.reduce_window"
// CHECK: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>):
// CHECK-NEXT: stablehlo.maximum %[[A]], %[[B]]
func.func @pooling_with_exchanged_operands(%x: tensor<?x4x?x3xf32>, %init: tensor<f32>) -> tensor<?x2x?x3xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %b, %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2, 1, 1>, window_strides = array<i64: 1, 2, 1, 1>} : (tensor<?x4x?x3xf32>, tensor<f32>) -> tensor<?x2x?x3xf32>
  return %0 : tensor<?x2x?x3xf32>
}
