// Ops that create or rearrange tensors with inconsistent shapes.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

func.func @constant() {
  // expected-error @+1 {{'stablehlo.constant' op requires a value of the type of result #0 'tensor<3xi32>', got 'tensor<2xi32>'}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<3xi32>
  return
}

// -----

func.func @iota() {
  // expected-error @+1 {{'stablehlo.iota' op attribute 'iota_dimension' holds 1, which is not a dimension of a tensor of rank 1}}
  %0 = stablehlo.iota dim = 1 : tensor<2xi32>
  return
}

// -----

func.func @negative_dim(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.get_dimension_size' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.get_dimension_size"(%a) <{dimension = -1 : i64}> : (tensor<2xf32>) -> tensor<i32>
  return
}

// -----

func.func @dim_out_of_range(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.get_dimension_size' op attribute 'dimension' holds 9223372036854775807, which is not a dimension of a tensor of rank 1}}
  %0 = stablehlo.get_dimension_size %a, dim = 9223372036854775807 : (tensor<2xf32>) -> tensor<i32>
  return
}

// -----

func.func @extent_is_scalar(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.get_dimension_size' op requires rank 0 of result #0 'tensor<1xi32>'}}
  %0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<2xf32>) -> tensor<1xi32>
  return
}

// -----

func.func @set_beyond_size(%a: tensor<2xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.set_dimension_size' op requires size <=2 of dimension 0 of result #0 'tensor<3xf32>'}}
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<2xf32>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_dims_missing(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op attribute 'broadcast_dimensions' has 0 elements, but needs 1: one for each dimension of operand #0}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_dims_twice(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op attribute 'broadcast_dimensions' holds 0 more than once}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @broadcast_dims_out_of_range(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op attribute 'broadcast_dimensions' holds -9223372036854775808, which is not a dimension of a tensor of rank 1}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [-9223372036854775808] : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_size(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op requires size 1 or 3 of dimension 0 of operand #0, which becomes dimension 0 of result #0, got 2}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_needs_a_static_result(%a: tensor<?xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op result #0 must be statically shaped or single bounded dimension tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<?xf32>'}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @extents_of_result(%a: tensor<2xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires size 2 of dimension 0 of operand #1 'tensor<1xi32>'}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<2xf32>, tensor<1xi32>) -> tensor<?x2xf32>
  return
}

// -----

func.func @hint_twice(%a: tensor<?xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires dimension 0 to be in one of the attributes 'known_expanding_dimensions' and 'known_nonexpanding_dimensions' only}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @hint_out_of_range(%a: tensor<?xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op attribute 'known_expanding_dimensions' holds 1, which is not a dimension of a tensor of rank 1}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] {known_expanding_dimensions = array<i64: 1>} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @number_of_elements(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reshape' op requires as many elements in result #0 as in operand #0, but they have 7 and 6}}
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @permutation(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op attribute 'permutation' holds 0 more than once}}
  %0 = stablehlo.transpose %a, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @transposed_size(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op requires size 3 of dimension 0 of result #0 'tensor<2x3xf32>'}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @concatenate_nothing() {
  // expected-error @+1 {{'stablehlo.concatenate' op requires at least one operand}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<2xf32>
  return
}

// -----

func.func @concatenate_other_dim(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op requires size 3 of dimension 1 of operand #1 'tensor<2x4xf32>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concatenate_sum(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op requires size 4 of dimension 0 of result #0 'tensor<5xf32>'}}
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @slice_limit(%a: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op attribute 'limit_indices' holds 5 for dimension 0, which is beyond the size 4}}
  %0 = stablehlo.slice %a [1:5] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_backwards(%a: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op attribute 'limit_indices' holds 1 for dimension 0, which is below the start 3}}
  %0 = stablehlo.slice %a [3:1] : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_stride(%a: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op attribute 'strides' holds 0, but needs at least 1}}
  %0 = stablehlo.slice %a [0:4:0] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_lengths(%a: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op attribute 'limit_indices' has 0 elements, but needs 1: one for each dimension of operand #0}}
  %0 = "stablehlo.slice"(%a) <{start_indices = array<i64: 0>, limit_indices = array<i64>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_size(%a: tensor<2xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op gives an invalid size for dimension 0}}
  %0 = stablehlo.pad %a, %s, low = [-3], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<?xf32>
  return
}

// -----

func.func @bits(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op requires rank 2 of operand #0 'tensor<2xf32>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// expected-error @+1 {{dimension 0 is static, so it cannot have a bound}}
func.func @bound_of_static_dim(%a: tensor<2xf32, #stablehlo.bounds<3>>) {
  %0 = stablehlo.negate %a : tensor<2xf32>
  return
}

// -----

// expected-error @+1 {{bounds has 2 elements, but the tensor has rank 1}}
func.func @number_of_bounds(%a: tensor<?xf32, #stablehlo.bounds<3, 4>>) {
  %0 = stablehlo.negate %a : tensor<?xf32>
  return
}
