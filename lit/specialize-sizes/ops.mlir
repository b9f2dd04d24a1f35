// RUN: bcast-lower --split-input-file --pass-pipeline='builtin.module(specialize-sizes{shapes=4x6})' %s | FileCheck %s -enable-var-scope
// RUN: bcast-lower --split-input-file --pass-pipeline='builtin.module(specialize-sizes{shapes=4x6})' %s | bcast-lower --split-input-file --verify-roundtrip - | FileCheck %s --check-prefix=STATIC

// STATIC-NOT: tensor<{{[^>]*}}?

// [4, 6] => [8, 4, 6]: the sizes of the result are computed from those of the argument.
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>) -> tensor<8x4x6xf32>
// CHECK-NEXT: %[[Y:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [1, 2] : (tensor<4x6xf32>) -> tensor<8x4x6xf32>
// CHECK-NEXT: return %[[Y]]
func.func @broadcast(%x: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %double = stablehlo.multiply %0, %two : tensor<i32>
  %2 = stablehlo.reshape %double : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %2, %3, %4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %y = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 2] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// -----

// [4, 6] => [24]
// CHECK-LABEL: func.func @reshape(
// CHECK-NEXT: stablehlo.reshape %{{.*}} : (tensor<4x6xf32>) -> tensor<24xf32>
func.func @reshape(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.multiply %0, %1 : tensor<i32>
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @slice(
// CHECK-NEXT: stablehlo.slice %{{.*}} [0:2, 0:6:2] : (tensor<4x6xf32>) -> tensor<2x3xf32>
func.func @slice(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %start = stablehlo.constant dense<0> : tensor<2xi32>
  %stride = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %half = stablehlo.divide %0, %two : tensor<i32>
  %2 = stablehlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %limit = stablehlo.concatenate %2, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %y = stablehlo.real_dynamic_slice %x, %start, %limit, %stride : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @top_k(
// CHECK-NEXT: %[[VALUES:.*]], %[[INDICES:.*]] = chlo.top_k(%{{.*}}, k = 5) : tensor<4x6xf32> -> (tensor<4x5xf32>, tensor<4x5xi32>)
// CHECK-NEXT: return %[[VALUES]], %[[INDICES]]
func.func @top_k(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %k = stablehlo.subtract %n, %one : tensor<i32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<?x?xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xi32>
}

// -----

// CHECK-LABEL: func.func @random_bits(
// CHECK: stablehlo.rng_bit_generator %{{.*}}, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6x4xui32>)
func.func @random_bits(%x: tensor<?x?xf32>) -> tensor<?x?xui32> {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %2, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %4:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %shape) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x?xui32>)
  return %4#1 : tensor<?x?xui32>
}

// -----

// The function of the reducer is not in use any more.
// CHECK-LABEL: func.func @windows(
// CHECK: "stablehlo.reduce_window"(%{{.*}}) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 6>, window_strides = array<i64: 1, 1>}>
// CHECK: stablehlo.add
// CHECK: (tensor<4x6xf32>, tensor<f32>) -> tensor<3x1xf32>
// CHECK-NOT: @sum
func.func @windows(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %none = stablehlo.constant dense<0> : tensor<2x2xi32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %window = stablehlo.concatenate %two, %2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %y = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %window, %ones, %ones, %ones, %none) {called_computations = [@sum]} : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @shape_operands(
// CHECK-NEXT: stablehlo.custom_call @foo(%{{.*}}) : (tensor<4x6xf32>) -> tensor<6xf32>
func.func @shape_operands(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %shape = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.custom_call @foo(%x, %shape) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// Sizes of other dialects, and constraints that hold.
// CHECK-LABEL: func.func @other_dialects(
// CHECK-NEXT: %[[Y:.*]] = stablehlo.add %{{.*}}, %{{.*}} : tensor<4x6xf32>
// CHECK-NEXT: return %[[Y]]
func.func @other_dialects(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %shape = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %w = shape.cstr_broadcastable %shape, %shape : tensor<2xindex>, tensor<2xindex>
  %y = shape.assuming %w -> (tensor<?x?xf32>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %1 = stablehlo.add %x, %0 : tensor<?x?xf32>
    shape.assuming_yield %1 : tensor<?x?xf32>
  }
  return %y : tensor<?x?xf32>
}

// -----

// A number that something else than a shape uses becomes a constant.
// CHECK-LABEL: func.func @number(
// CHECK-NEXT: %[[SIZE:.*]] = stablehlo.constant dense<6> : tensor<i32>
// CHECK-NEXT: return %[[SIZE]]
func.func @number(%x: tensor<?x?xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// Of the dims of `...`, those of one element broadcast.
// CHECK-LABEL: func.func @einsum(
// CHECK: stablehlo.einsum %{{.*}}, %{{.*}}, config = "...ab,...b->...a" : (tensor<2x4x6xf32>, tensor<1x6xf32>) -> tensor<2x4xf32>
func.func @einsum(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = stablehlo.constant dense<1.0> : tensor<1x6xf32>
  %0 = stablehlo.broadcast %x, sizes = [2] : (tensor<?x?xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.einsum %0, %y, config = "...ab,...b->...a" : (tensor<?x?x?xf32>, tensor<1x6xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @bytes(
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<4x6xf32>) -> tensor<4x6x4xi8>
func.func @bytes(%x: tensor<?x?xf32>) -> tensor<?x?x?xi8> {
  %0 = stablehlo.bitcast_convert %x : (tensor<?x?xf32>) -> tensor<?x?x?xi8>
  return %0 : tensor<?x?x?xi8>
}

// -----

// A ragged dim that is contracted has a product for each of two groups.
// CHECK-LABEL: func.func @ragged_dot(
// CHECK: "chlo.ragged_dot"{{.*}} : (tensor<4x6xf32>, tensor<6x4xf32>, tensor<2xi32>) -> tensor<2x4x4xf32>
func.func @ragged_dot(%x: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %groups = stablehlo.constant dense<3> : tensor<2xi32>
  %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = "chlo.ragged_dot"(%x, %y, %groups) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

// The first elements of a dim are a slice; all of them are the operand.
// CHECK-LABEL: func.func @set_sizes(
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>) -> (tensor<4x4xf32>, tensor<4x6xf32>)
// CHECK-NEXT: %[[Y:.*]] = stablehlo.slice %[[X]] [0:4, 0:4] : (tensor<4x6xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %[[Z:.*]] = stablehlo.negate %[[Y]] : tensor<4x4xf32>
// CHECK-NEXT: return %[[Z]], %[[X]]
func.func @set_sizes(%x: tensor<?x?xf32>) -> (tensor<?x?xf32, #stablehlo.bounds<?, 8>>, tensor<?x?xf32>) {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %y = stablehlo.set_dimension_size %x, %0, dim = 1 : (tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32, #stablehlo.bounds<?, 8>>
  %z = stablehlo.negate %y : tensor<?x?xf32, #stablehlo.bounds<?, 8>>
  %same = stablehlo.set_dimension_size %x, %1, dim = 1 : (tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  return %z, %same : tensor<?x?xf32, #stablehlo.bounds<?, 8>>, tensor<?x?xf32>
}

// -----

// The region gets rows, and the carried row keeps its size.
// CHECK-LABEL: func.func @scan(
// CHECK-SAME: -> (tensor<4x6xf32>, tensor<6xf32>)
// CHECK: chlo.scan
// CHECK: ^bb0(%{{.*}}: tensor<6xf32>, %{{.*}}: tensor<6xf32>):
// CHECK: (tensor<4x6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>)
func.func @scan(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %init = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %0:2 = chlo.scan(%x) inits (%init) dimension=0 {
  ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
    %1 = stablehlo.add %a, %b : tensor<?xf32>
    stablehlo.return %1, %1 : tensor<?xf32>, tensor<?xf32>
  } : (tensor<?x?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?xf32>
}
