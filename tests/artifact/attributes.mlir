// Every attribute of StableHLO and CHLO, as another attribute of an op: each of its members
// differs from the others.

func.func @enumerators(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.abs %a {
    x.directions = [#stablehlo<comparison_direction EQ>, #stablehlo<comparison_direction NE>, #stablehlo<comparison_direction GE>, #stablehlo<comparison_direction GT>, #stablehlo<comparison_direction LE>, #stablehlo<comparison_direction LT>],
    x.types = [#stablehlo<comparison_type NOTYPE>, #stablehlo<comparison_type FLOAT>, #stablehlo<comparison_type TOTALORDER>, #stablehlo<comparison_type SIGNED>, #stablehlo<comparison_type UNSIGNED>],
    x.transforms = [#stablehlo<fft_type FFT>, #stablehlo<fft_type IFFT>, #stablehlo<fft_type RFFT>, #stablehlo<fft_type IRFFT>],
    x.precisions = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>, #stablehlo<precision HIGHEST>],
    x.algorithms = [#stablehlo<rng_algorithm DEFAULT>, #stablehlo<rng_algorithm THREE_FRY>, #stablehlo<rng_algorithm PHILOX>],
    x.distributions = [#stablehlo<rng_distribution UNIFORM>, #stablehlo<rng_distribution NORMAL>],
    x.transposes = [#stablehlo<transpose TRANSPOSE_INVALID>, #stablehlo<transpose NO_TRANSPOSE>, #stablehlo<transpose TRANSPOSE>, #stablehlo<transpose ADJOINT>],
    x.modes = [#stablehlo.result_accuracy_mode<DEFAULT>, #stablehlo.result_accuracy_mode<HIGHEST>, #stablehlo.result_accuracy_mode<TOLERANCE>],
    x.chlo_directions = [#chlo<comparison_direction EQ>, #chlo<comparison_direction NE>, #chlo<comparison_direction GE>, #chlo<comparison_direction GT>, #chlo<comparison_direction LE>, #chlo<comparison_direction LT>],
    x.chlo_types = [#chlo<comparison_type NOTYPE>, #chlo<comparison_type FLOAT>, #chlo<comparison_type TOTALORDER>, #chlo<comparison_type SIGNED>, #chlo<comparison_type UNSIGNED>],
    x.chlo_precisions = [#chlo<precision DEFAULT>, #chlo<precision HIGH>, #chlo<precision HIGHEST>]
  } : tensor<f32>
  return %0 : tensor<f32>
}

func.func @structs(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.abs %a {
    x.alias = #stablehlo.output_operand_alias<output_tuple_indices = [1, 2], operand_index = 3, operand_tuple_indices = [4]>,
    x.alias_empty = #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>,
    x.algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>,
    x.algorithm_8 = #stablehlo.dot_algorithm<lhs_precision_type = f8E5M2, rhs_precision_type = f8E4M3FN, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true>,
    x.bounds = #stablehlo.bounds<3, ?, 4>,
    x.channel = #stablehlo.channel_handle<handle = -7, type = 2>,
    x.convolution = #stablehlo.conv<[1, b, 0, f]x[o, 1, 0, i]->[f, 0, 1, b]>,
    x.convolution_0 = #stablehlo.conv<[b, f]x[i, o]->[b, f]>,
    x.dot = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2, 3], rhs_contracting_dimensions = [4, 5]>,
    x.dot_empty = #stablehlo.dot<>,
    x.gather = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [3], start_indices_batching_dims = [4], start_index_map = [5], index_vector_dim = 6>,
    x.gather_empty = #stablehlo.gather<>,
    x.scatter = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], input_batching_dims = [3], scatter_indices_batching_dims = [4], scatter_dims_to_operand_dims = [5], index_vector_dim = 6>,
    x.accuracy = #stablehlo.result_accuracy<atol = 1.0e-05, rtol = 2.5e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>,
    x.accuracy_default = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>,
    x.ragged = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3], lhs_ragged_dimensions = [4], rhs_group_dimensions = [5]>
  } : tensor<f32>
  return %0 : tensor<f32>
}
