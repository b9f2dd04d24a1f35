// Gather. Each is named by its constraint in StableHLO's specification.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

// gather_c1
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{offset_dims has 1 elements, but needs 2}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c2
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{index_vector_dim 3 is not in 0 to 2, the rank of the indices}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c3
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{start_index_map has 2 elements, but an index has 1}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c4
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{requires offset_dims in increasing order, got [2, 1]}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x1x6xf32>
  return
}

// -----

// gather_c4 (repeated)
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{attribute 'offset_dims' holds 1 more than once}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1, 1], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x1x6xf32>
  return
}

// -----

// gather_c5
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{attribute 'offset_dims' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c6
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{requires dimension 0 to be in one of collapsed_slice_dims and operand_batching_dims only}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c7
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{requires collapsed_slice_dims in increasing order, got [1, 0]}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c8
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{attribute 'collapsed_slice_dims' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c9
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{requires slices of size 0 or 1 along each of collapsed_slice_dims, got 2 along dimension 0}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 2, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c10
func.func @f(%a: tensor<4x6xf32>, %b: tensor<4x6xi64>) {
  // expected-error @+1 {{requires operand_batching_dims in increasing order, got [1, 0]}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<4x6xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c11
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{attribute 'operand_batching_dims' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c12
func.func @f(%a: tensor<4x6xf32>, %b: tensor<4x1xi64>) {
  // expected-error @+1 {{requires slices of size 0 or 1 along each of operand_batching_dims, got 2 along dimension 0}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>,
    slice_sizes = array<i64: 2, 6>
  }> : (tensor<4x6xf32>, tensor<4x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c13
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{attribute 'start_indices_batching_dims' holds 0 more than once}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c14
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{attribute 'start_indices_batching_dims' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c15
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{start_indices_batching_dims must not hold index_vector_dim 1}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c16
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{requires as many operand_batching_dims as start_indices_batching_dims}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c17
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{requires equal sizes of batching dimensions, but dimension 0 of the operand is 4 and dimension 0 of the indices is 3}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c18
func.func @f(%a: tensor<4x6xf32>, %b: tensor<4x1xi64>) {
  // expected-error @+1 {{requires dimension 0 to be in one of start_index_map and operand_batching_dims only}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<4x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c19
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{attribute 'start_index_map' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c20
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{attribute 'slice_sizes' has 1 elements, but needs 2}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c21
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{requires slice_sizes within the operand, got 7 for dimension 1 of size 6}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 7>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c22
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{requires size 5 of dimension 1 of result #0}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 5>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

// gather_c23
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) {
  // expected-error @+1 {{requires equal element types}}
  "stablehlo.gather"(%a, %b) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf64>
  return
}

// -----

// dynamic_gather_c20
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3xi32>) {
  // expected-error @+1 {{requires size 2 of dimension 0 of operand #2}}
  "stablehlo.dynamic_gather"(%a, %b, %c) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
  }> : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<3x6xf32>
  return
}
