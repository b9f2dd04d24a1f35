// Ops, types and attributes that came later, up to StableHLO 1.13.
func.func @types(%a: tensor<2xi2>, %b: tensor<2xf8E3M4>, %c: tensor<2x!quant.uniform<i8:f32:0, {0.5, 2.0:1}>>) {
  %0 = stablehlo.constant dense<[-1, 1]> : tensor<2xi2>
  %1 = stablehlo.constant dense<[0.5, 6.0]> : tensor<2xf4E2M1FN>
  return
}
func.func @functions(%a: tensor<2xf32>) {
  %0 = stablehlo.tan %a : tensor<2xf32>
  %1 = "stablehlo.exponential"(%a) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.5, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return
}
func.func @calls(%a: tensor<2xf32>, %b: memref<2xf32>) {
  %0 = stablehlo.composite "a.b" %a {composite_attributes = {n = 1 : i64, s = "t"}, decomposition = @decomposition, version = 3 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.custom_call @target(%b) {api_version = 4 : i32, backend_config = {k = [1 : i64, 2.5 : f32, true, f32]}} : (memref<2xf32>) -> tensor<2xf32>
  return
}
func.func private @decomposition(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @several(%a: tensor<4x2xf32>, %b: tensor<4x2xi32>) {
  %0:2 = "stablehlo.all_gather"(%a, %b) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>, tensor<4x2xi32>) -> (tensor<8x2xf32>, tensor<8x2xi32>)
  return
}
func.func @batches(%a: tensor<2x8x4xf32>, %i: tensor<2x3x1xi32>) {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x8x4xf32>, tensor<2x3x1xi32>) -> tensor<2x3x4xf32>
  return
}
