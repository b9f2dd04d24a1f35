// CHLO ops with wrong element types or attributes.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

func.func @element_type(%a: tensor<2xf32>) {
  // expected-error @+1 {{'chlo.broadcast_and' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %0 = chlo.broadcast_and %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @predicate(%a: tensor<2xf32>) {
  // expected-error @+1 {{'chlo.broadcast_select' op operand #0 must be tensor of bool values, but got 'tensor<2xf32>'}}
  %0 = chlo.broadcast_select %a, %a, %a : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @direction(%a: tensor<2xf32>) {
  // expected-error @+1 {{'chlo.broadcast_compare' op requires attribute 'comparison_direction'}}
  %0 = chlo.broadcast_compare %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @direction_of_stablehlo(%a: tensor<2xf32>) {
  // expected-error @+1 {{custom op 'chlo.broadcast_compare' 'chlo.broadcast_compare' op attribute 'comparison_direction' failed to satisfy constraint: direction of a comparison}}
  %0 = chlo.broadcast_compare %a, %a {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @broadcast_dimensions(%a: tensor<2xf32>) {
  // expected-error @+1 {{custom op 'chlo.broadcast_add' 'chlo.broadcast_add' op attribute 'broadcast_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %0 = chlo.broadcast_add %a, %a {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @unary(%a: tensor<2xf32>) {
  // expected-error @+1 {{'chlo.erf' op requires compatible shapes, but operand #0 'tensor<2xf32>' and result #0 'tensor<3xf32>' differ in dimension 0 (2 and 3)}}
  %0 = chlo.erf %a : tensor<2xf32> -> tensor<3xf32>
  return
}

// -----

func.func @constant() {
  // expected-error @+1 {{'chlo.constant' op requires a value of the type of result #0 'tensor<3xi32>', got 'tensor<2xi32>'}}
  %0 = "chlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<3xi32>
  return
}

// -----

func.func @constant_like(%a: tensor<2xf32>) {
  // expected-error @+1 {{'chlo.constant_like' op requires a value of element type 'f32' of result #0, got 'i32'}}
  %0 = "chlo.constant_like"(%a) <{value = 1 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @k(%a: tensor<2xf32>) {
  // expected-error @+1 {{'chlo.top_k' op attribute 'k' holds 3, which is beyond the size 2 of the last dimension of operand #0}}
  %0:2 = chlo.top_k(%a, k = 3) : tensor<2xf32> -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

func.func @ragged(%a: tensor<4x3xf32>, %g: tensor<2xi64>) {
  // expected-error @+1 {{'chlo.ragged_dot' op attribute 'ragged_dot_dimension_numbers' holds 2, which is not a dimension of a tensor of rank 2}}
  %0 = "chlo.ragged_dot"(%a, %a, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]>}> : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<2xi64>) -> tensor<4x4xf32>
  return
}

// -----

func.func @ragged_dot_groups_of_operand_1(%lhs: tensor<4x2xf32>, %rhs: tensor<3x2x5xf32>, %sizes: tensor<3xi32>) {
  // expected-error @+1 {{requires one dimension in rhs_group_dimensions, because the ragged dimension is neither batching nor contracting, got 0}}
  "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{
    ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>
  }> : (tensor<4x2xf32>, tensor<3x2x5xf32>, tensor<3xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @ragged_dot_number_of_groups(%lhs: tensor<4x2xf32>, %rhs: tensor<3x2x5xf32>, %sizes: tensor<2xi32>) {
  // expected-error @+1 {{requires size 2 of dimension 0 of operand #1, the number of groups, got 3}}
  "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{
    ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  }> : (tensor<4x2xf32>, tensor<3x2x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @ragged_dot_result(%lhs: tensor<4x2xf32>, %rhs: tensor<3x2x5xf32>, %sizes: tensor<3xi32>) {
  // expected-error @+1 {{requires size 5 of dimension 1 of result #0}}
  "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{
    ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  }> : (tensor<4x2xf32>, tensor<3x2x5xf32>, tensor<3xi32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @ragged_dot_contracted_sizes(%lhs: tensor<4x2xf32>, %rhs: tensor<3x6x5xf32>, %sizes: tensor<3xi32>) {
  // expected-error @+1 {{requires equal sizes of contracting dimensions, but dimension 1 of operand #0 is 2 and dimension 1 of operand #1 is 6}}
  "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{
    ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  }> : (tensor<4x2xf32>, tensor<3x6x5xf32>, tensor<3xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @ragged_dot_rank_of_group_sizes(%lhs: tensor<4x6xf32>, %rhs: tensor<6x5xf32>, %sizes: tensor<2x3xi32>) {
  // expected-error @+1 {{requires rank 1 of operand #2}}
  "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{
    ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>
  }> : (tensor<4x6xf32>, tensor<6x5xf32>, tensor<2x3xi32>) -> tensor<3x4x5xf32>
  return
}

// -----

func.func @ragged_dot_sizes_of_groups(%lhs: tensor<7x4x6xf32>, %rhs: tensor<7x6x5xf32>, %sizes: tensor<2x3xi32>) {
  // expected-error @+1 {{requires sizes [7] in front of the number of groups of operand #2}}
  "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{
    ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]>
  }> : (tensor<7x4x6xf32>, tensor<7x6x5xf32>, tensor<2x3xi32>) -> tensor<3x7x4x5xf32>
  return
}

// -----

// An unranked tensor and a scalar are not of one kind, even though their sizes may agree.
func.func @elementwise_ranked_and_unranked(%x: tensor<*xf32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  "chlo.is_inf"(%x) : (tensor<*xf32>) -> tensor<i1>
  return
}
