// Unknown and repeated fields of attributes, and invalid parameters of types.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

// expected-error @+1 {{unknown field 'lhs_dimensions', expected one of 'lhs_batching_dimensions', 'rhs_batching_dimensions', 'lhs_contracting_dimensions', 'rhs_contracting_dimensions'}}
module attributes {a.dot = #stablehlo.dot<lhs_dimensions = [1]>} {}

// -----

// expected-error @+1 {{field 'offset_dims' occurs twice}}
module attributes {a.gather = #stablehlo.gather<offset_dims = [1], offset_dims = [1]>} {}

// -----

// expected-error @+1 {{expected valid keyword}}
module attributes {a.scatter = #stablehlo.scatter<update_window_dims = [1],,>} {}

// -----

// expected-error @+1 {{expected '>'}}
module attributes {a.scatter = #stablehlo.scatter<update_window_dims = [1] inserted_window_dims = [0]>} {}

// -----

// expected-error @+1 {{field 'input_batch_dimension' occurs twice}}
module attributes {a.conv = #stablehlo.conv<raw input_batch_dimension = 0, input_batch_dimension = 0>} {}

// -----

// expected-error @+1 {{convolution input dimensions must be each of 0 to 1 once}}
module attributes {a.conv = #stablehlo.conv<raw>} {}

// -----

// expected-error @+1 {{field 'atol' occurs twice}}
module attributes {a.accuracy = #stablehlo.result_accuracy<atol = 1.0, atol = 1.0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} {}

// -----

// expected-error @+1 {{future needs ranked tensors, got 'f32'}}
func.func private @future_of_a_number() -> !stablehlo.future<f32>
