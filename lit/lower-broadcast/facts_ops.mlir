// The sizes of an op's results, if they follow from its operands: broadcasts with them need no
// guard.
// RUN: bcast-lower %s | FileCheck %s

// CHECK-NOT: shape_assertion

// The rows of an embedding: [b, s] of indices => [b, s, 8].
// CHECK-LABEL: @gather
// CHECK: stablehlo.custom_call @shape_assertion
// CHECK-NEXT: stablehlo.add %{{.*}}, %arg2
func.func @gather(%table: tensor<100x8xf32>, %tokens: tensor<?x?xi32>, %x: tensor<?x?x8xf32>) -> tensor<?x?x8xf32> {
  %0 = "stablehlo.gather"(%table, %tokens) {
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 8>
  } : (tensor<100x8xf32>, tensor<?x?xi32>) -> tensor<?x?x8xf32>
  %1 = stablehlo.get_dimension_size %tokens, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
  %2 = stablehlo.get_dimension_size %tokens, dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
  %3 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x8xf32>) -> tensor<i32>
  %4 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x8xf32>) -> tensor<i32>
  %5 = stablehlo.compare EQ, %1, %3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %6 = stablehlo.compare EQ, %2, %4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %7 = stablehlo.and %5, %6 : tensor<i1>
  stablehlo.custom_call @shape_assertion(%7) {api_version = 2 : i32, error_message = "one shape", has_side_effect = true} : (tensor<i1>) -> ()
  %8 = chlo.broadcast_add %0, %x : (tensor<?x?x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  return %8 : tensor<?x?x8xf32>
}

// CHECK-NOT: shape_assertion

// A window of 3 with a padding of 1 keeps the size, and so does the batch.
// CHECK-LABEL: @convolution
// CHECK: stablehlo.convolution
// CHECK-NEXT: stablehlo.add %{{.*}}, %arg0
func.func @convolution(%x: tensor<?x?x?x4xf32>, %kernel: tensor<3x3x4x4xf32>) -> tensor<?x?x?x4xf32> {
  %0 = stablehlo.convolution(%x, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [0, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x4xf32>, tensor<3x3x4x4xf32>) -> tensor<?x?x?x4xf32>
  %1 = chlo.broadcast_add %0, %x : (tensor<?x?x?x4xf32>, tensor<?x?x?x4xf32>) -> tensor<?x?x?x4xf32>
  return %1 : tensor<?x?x?x4xf32>
}

// CHECK-LABEL: @reduce_window
// CHECK: stablehlo.subtract %{{.*}}, %arg0
func.func @reduce_window(%x: tensor<?x?xf32>, %init: tensor<f32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_dilations = array<i64: 1, 2>, padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>} : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %1 = chlo.broadcast_subtract %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// [b, s, 8] flattened to [b * s, 8] twice, by two computations of one shape.
// CHECK-LABEL: @flattened
// CHECK: stablehlo.add
func.func @flattened(%x: tensor<?x?x8xf32>, %y: tensor<?x?x8xf32>) -> tensor<?x8xf32> {
  %z = stablehlo.add %x, %y : tensor<?x?x8xf32>
  %c = stablehlo.constant dense<8> : tensor<1xi32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x8xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x8xf32>) -> tensor<i32>
  %2 = stablehlo.multiply %0, %1 : tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.concatenate %3, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %5 = stablehlo.dynamic_reshape %x, %4 : (tensor<?x?x8xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  %6 = stablehlo.get_dimension_size %y, dim = 1 : (tensor<?x?x8xf32>) -> tensor<i32>
  %7 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x?x8xf32>) -> tensor<i32>
  %8 = stablehlo.multiply %6, %7 : tensor<i32>
  %9 = stablehlo.reshape %8 : (tensor<i32>) -> tensor<1xi32>
  %10 = stablehlo.concatenate %9, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %11 = stablehlo.dynamic_reshape %y, %10 : (tensor<?x?x8xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  %12 = chlo.broadcast_add %5, %11 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %12 : tensor<?x8xf32>
}

// Two tensors of the shape in an argument.
// CHECK-LABEL: @shape_argument
// CHECK: stablehlo.multiply
func.func @shape_argument(%shape: tensor<2xi64>, %x: tensor<f32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [] : (tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
  %2 = chlo.broadcast_multiply %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// CHECK-LABEL: @sorted
// CHECK: stablehlo.subtract %{{.*}}, %arg0
func.func @sorted(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_subtract %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// A shape computed by upstream's ops.
// CHECK-LABEL: @upstream_ops
// CHECK: stablehlo.add %{{.*}}, %arg1
func.func @upstream_ops(%x: tensor<?x?x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = tensor.dim %x, %c0 : tensor<?x?x8xf32>
  %1 = tensor.dim %x, %c1 : tensor<?x?x8xf32>
  %2 = arith.muli %0, %1 : index
  %3 = tensor.from_elements %2, %c8 : tensor<2xindex>
  %4 = tensor.reshape %x(%3) : (tensor<?x?x8xf32>, tensor<2xindex>) -> tensor<?x8xf32>
  %5 = tensor.reshape %y(%3) : (tensor<?x8xf32>, tensor<2xindex>) -> tensor<?x8xf32>
  %6 = stablehlo.subtract %5, %y : tensor<?x8xf32>
  %7 = chlo.broadcast_add %4, %y : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %7 : tensor<?x8xf32>
}

// From 0 to the size of another tensor.
// CHECK-LABEL: @real_dynamic_slice
// CHECK: stablehlo.add %{{.*}}, %arg1
func.func @real_dynamic_slice(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.real_dynamic_slice %x, %zero, %1, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = chlo.broadcast_add %2, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// A window of 3 without padding makes the size smaller: a guard.
// CHECK-LABEL: @smaller
// CHECK: shape_assertion
func.func @smaller(%x: tensor<1x?x4xf32>, %kernel: tensor<3x4x4xf32>) -> tensor<1x?x4xf32> {
  %0 = stablehlo.convolution(%x, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x?x4xf32>, tensor<3x4x4xf32>) -> tensor<1x?x4xf32>
  %1 = chlo.broadcast_add %0, %x : (tensor<1x?x4xf32>, tensor<1x?x4xf32>) -> tensor<1x?x4xf32>
  return %1 : tensor<1x?x4xf32>
}

// The elements of a matrix are not tracked: that at [1, 0] is not the second one.
// CHECK-LABEL: @element_of_matrix
// CHECK: shape_assertion
func.func @element_of_matrix(%x: tensor<?xf32>) -> tensor<?xf32> {
  %matrix = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.extract %matrix[%c1, %c0] : tensor<2x2xi32>
  %1 = tensor.from_elements %0 : tensor<1xi32>
  %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  // CHECK: return
  %3 = chlo.broadcast_add %2, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// A shape of unknown length in front of another size.
// CHECK-LABEL: @shape_of_unranked
// CHECK: shape_assertion{{.*}}operand #0 dim 0
func.func @shape_of_unranked(%u: tensor<*xf32>, %x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?x1xf32>) -> tensor<?x?xf32> {
  %0 = shape.shape_of %u : tensor<*xf32> -> tensor<?xindex>
  %1 = arith.index_cast %0 : tensor<?xindex> to tensor<?xi32>
  %2 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.concatenate %1, %3, dim = 0 : (tensor<?xi32>, tensor<1xi32>) -> tensor<2xi32>
  %5 = stablehlo.dynamic_reshape %y, %4 : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %6 = stablehlo.concatenate %3, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %7 = stablehlo.dynamic_reshape %x, %6 : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: return
  %8 = chlo.broadcast_add %5, %7 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %8 : tensor<?x?xf32>
}

// An assertion without side effects may be removed, so it gives no facts.
// CHECK-LABEL: @removable_assertion
// CHECK: error_message = "differ"}
// CHECK: shape_assertion{{.*}}has_side_effect = true
func.func @removable_assertion(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2) {api_version = 2 : i32, error_message = "differ", has_side_effect = false} : (tensor<i1>) -> ()
  %3 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// The region of a reduction may have another op behind the sum.
// CHECK-LABEL: func.func @reduced_by_two_ops
// CHECK: stablehlo.custom_call @shape_assertion
func.func @reduced_by_two_ops(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %a1 = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.reduce(%a1 init: %c0) across dimensions = [0] : (tensor<1xi32>, tensor<i32>) -> tensor<i32>
   reducer(%p: tensor<i32>, %q: tensor<i32>) {
     %0 = stablehlo.add %p, %q : tensor<i32>
     %1 = stablehlo.sign %0 : tensor<i32>
     stablehlo.return %1 : tensor<i32>
   }
  %s1 = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %p = stablehlo.dynamic_broadcast_in_dim %f, %s1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %q = stablehlo.dynamic_broadcast_in_dim %f, %a1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %r = chlo.broadcast_add %p, %q : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
