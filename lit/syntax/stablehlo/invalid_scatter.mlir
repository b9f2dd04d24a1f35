// Scatter. Each is named by its constraint in StableHLO's specification.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

// scatter_c2
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{update_window_dims has 1 elements, but needs 2}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c4 (rank)
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3xf32>) {
  // expected-error @+1 {{requires rank 2 of operand #2}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c4 (window)
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x7xf32>) {
  // expected-error @+1 {{requires updates that fit into operand #0, but dimension 1 of operand #2}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x7xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c4 (indices)
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<2x6xf32>) {
  // expected-error @+1 {{requires size 3 of dimension 0 of operand #2}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<2x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c7
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x1x6xf32>) {
  // expected-error @+1 {{requires update_window_dims in increasing order, got [2, 1]}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x1x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c8
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{attribute 'update_window_dims' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c9
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{requires dimension 0 to be in one of inserted_window_dims and input_batching_dims only}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c10
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{requires inserted_window_dims in increasing order, got [1, 0]}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c11
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{attribute 'inserted_window_dims' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c12
func.func @f(%a: tensor<4x6xf32>, %b: tensor<4x6xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{requires input_batching_dims in increasing order, got [1, 0]}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c13
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{attribute 'input_batching_dims' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c14
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{attribute 'scatter_indices_batching_dims' holds 0 more than once}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c15
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{attribute 'scatter_indices_batching_dims' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c16
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{scatter_indices_batching_dims must not hold index_vector_dim 1}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c17
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{requires as many input_batching_dims as scatter_indices_batching_dims}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c18
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{requires equal sizes of batching dimensions, but dimension 0 of the operand is 4 and dimension 0 of the indices is 3}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c19
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{scatter_dims_to_operand_dims has 2 elements, but an index has 1}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c20
func.func @f(%a: tensor<4x6xf32>, %b: tensor<4x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{requires dimension 0 to be in one of scatter_dims_to_operand_dims and input_batching_dims only}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c21
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{attribute 'scatter_dims_to_operand_dims' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c22
func.func @f(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{index_vector_dim 3 is not in 0 to 2, the rank of the indices}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// scatter_c6
func.func @f(%a: tensor<4x6xi32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) {
  // expected-error @+1 {{that holds elements of operand #2}}
  "stablehlo.scatter"(%a, %b, %c) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%x:
      tensor<i32>, %y: tensor<i32>): %s = stablehlo.add %x, %y : tensor<i32>
      "stablehlo.return"(%s) : (tensor<i32>) -> ()
  }) : (tensor<4x6xi32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xi32>
  return
}
