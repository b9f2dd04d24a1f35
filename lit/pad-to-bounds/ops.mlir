// RUN: bcast-lower --target=xla --bounds=4x8,4x8 --split-input-file %s | FileCheck %s

// Sizes are arguments; equal ones that are not declared are checked.
// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<4x8xf32>,
// CHECK-SAME: %[[B:.*]]: tensor<i32> {bcast.size_of = [array<i64: 0, 0>]}, %{{.*}}: tensor<i32> {bcast.size_of = [array<i64: 0, 1>]}
// CHECK-SAME: -> (tensor<4x8xf32>, tensor<2xi32> {bcast.sizes_of = 0 : i64}, tensor<i32>)
// CHECK-SAME: message = "the program is for sizes up to bounds; got {0} as size of argument #0 dim 0 (0 to 4)
// CHECK-SAME: message = "stablehlo.add: the size of operand #1 dim 0 is {0}; expected {1}, the size of operand #0 dim 0", sizes = ["arg4", "arg2"]
// CHECK: stablehlo.add %[[X]], %[[Y]] : tensor<4x8xf32>
func.func @elementwise(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Both operands are 0 outside along what is contracted only.
// CHECK-LABEL: func.func @contraction(
// CHECK: %[[INSIDE:.*]] = stablehlo.compare LT, %{{.*}}, %{{.*}} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
// CHECK: %[[MASK:.*]] = stablehlo.broadcast_in_dim %[[INSIDE]], dims = [1] : (tensor<8xi1>) -> tensor<4x8xi1>
// CHECK: %[[X:.*]] = stablehlo.select %[[MASK]], %arg0, %{{.*}}
// CHECK: %[[Y:.*]] = stablehlo.select %{{.*}}, %arg1, %{{.*}}
// CHECK: stablehlo.dot_general %[[X]], %[[Y]], contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
func.func @contraction(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The second operand begins where the first one ends.
// CHECK-LABEL: func.func @concatenation(
// CHECK: %[[ALL:.*]] = stablehlo.concatenate %arg0, %arg1, dim = 1
// CHECK: stablehlo.dynamic_update_slice %[[ALL]], %arg1, %{{.*}}, %arg3
func.func @concatenation(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// What keeps its place stays a reshape; rows of a result that are merged move.
// CHECK-LABEL: func.func @reshapes(
// CHECK: stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
// CHECK: "stablehlo.gather"({{.*}} -> tensor<32xf32>
func.func @reshapes(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x1x?xf32>, tensor<?xf32>) {
  %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %s = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %b1 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %s1 = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %shape = stablehlo.concatenate %b1, %one, %s1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x1x?xf32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %y, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %count = stablehlo.multiply %m, %n : tensor<i32>
  %all = stablehlo.reshape %count : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_reshape %y, %all : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0, %1 : tensor<?x1x?xf32>, tensor<?xf32>
}

// -----

// Means are of the elements inside.
// CHECK-LABEL: func.func @batch_norm(
// CHECK: %[[COUNT:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK: %[[X:.*]] = stablehlo.select %{{.*}}, %arg0, %{{.*}} : tensor<4x8xi1>, tensor<4x8xf32>
// CHECK: %[[SUM:.*]] = stablehlo.reduce(%[[X]] init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// CHECK: stablehlo.divide %[[SUM]], %[[COUNT]] : tensor<8xf32>
func.func @batch_norm(%x: tensor<?x?xf32>, %unused: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %scale = stablehlo.constant dense<2.0> : tensor<8xf32>
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %scale) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<?x?xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// Processes exchange what is outside, too.
// CHECK-LABEL: func.func @collectives(
// CHECK: "stablehlo.collective_permute"(%arg0) {{.*}} -> tensor<4x8xf32>
// CHECK: "stablehlo.all_gather"(%{{.*}}) {{.*}} -> tensor<4x16xf32>
func.func @collectives(%x: tensor<?x8xf32>, %unused: tensor<?x8xf32>) -> tensor<?x16xf32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x8xf32>) -> tensor<?x16xf32>
  return %1 : tensor<?x16xf32>
}

// -----

// A sum of all elements up to each one; its padding has a number that is broadcast.
// CHECK-LABEL: func.func @cumulative_sum(
// CHECK: "stablehlo.reduce_window"({{.*}} padding = dense<{{.*}}3, 0], [0, 0{{.*}}window_dimensions = array<i64: 4, 1>
func.func @cumulative_sum(%y: tensor<?x8xf32>, %unused: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %c-1 = stablehlo.constant dense<-1> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x8xf32>) -> tensor<i32>
  %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %window = stablehlo.concatenate %size, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %no_padding = stablehlo.constant dense<0> : tensor<1x2xi32>
  %rest = stablehlo.add %n, %c-1 : tensor<i32>
  %low = stablehlo.reshape %rest : (tensor<i32>) -> tensor<1xi32>
  %high = stablehlo.broadcast_in_dim %none, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %pair = stablehlo.concatenate %low, %high, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %row = stablehlo.reshape %pair : (tensor<2xi32>) -> tensor<1x2xi32>
  %padding = stablehlo.concatenate %row, %no_padding, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%y, %zero, %window, %ones, %ones, %ones, %padding) {api_version = 2 : i32, called_computations = [@sum]} : (tensor<?x8xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Along one dim and then the other one: the first sum keeps the size of the second dim.
// CHECK-LABEL: func.func @integral_image(
// CHECK: "stablehlo.reduce_window"({{.*}}window_dimensions = array<i64: 4, 1>
// CHECK: "stablehlo.reduce_window"({{.*}}window_dimensions = array<i64: 1, 8>
func.func @integral_image(%y: tensor<?x?xf32>, %unused: tensor<?x8xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c-1 = stablehlo.constant dense<-1> : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %no_padding = stablehlo.constant dense<0> : tensor<1x2xi32>
  %h = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %w = stablehlo.get_dimension_size %y, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %rows = stablehlo.reshape %h : (tensor<i32>) -> tensor<1xi32>
  %columns = stablehlo.reshape %w : (tensor<i32>) -> tensor<1xi32>
  %rest_h = stablehlo.add %h, %c-1 : tensor<i32>
  %rest_w = stablehlo.add %w, %c-1 : tensor<i32>
  %low_h = stablehlo.reshape %rest_h : (tensor<i32>) -> tensor<1xi32>
  %low_w = stablehlo.reshape %rest_w : (tensor<i32>) -> tensor<1xi32>
  %pair_h = stablehlo.concatenate %low_h, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %pair_w = stablehlo.concatenate %low_w, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %row_h = stablehlo.reshape %pair_h : (tensor<2xi32>) -> tensor<1x2xi32>
  %row_w = stablehlo.reshape %pair_w : (tensor<2xi32>) -> tensor<1x2xi32>
  %window_h = stablehlo.concatenate %rows, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %window_w = stablehlo.concatenate %one, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %padding_h = stablehlo.concatenate %row_h, %no_padding, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
  %padding_w = stablehlo.concatenate %no_padding, %row_w, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%y, %zero, %window_h, %ones, %ones, %ones, %padding_h) {api_version = 2 : i32, called_computations = [@sum]} : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  %1 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%0, %zero, %window_w, %ones, %ones, %ones, %padding_w) {api_version = 2 : i32, called_computations = [@sum]} : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
