// Ops that every version has, among them those of which there are several editions.
func.func @functions(%a: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = stablehlo.exponential %a : tensor<2x?xf32>
  %1 = stablehlo.tanh %0 : tensor<2x?xf32>
  %2 = stablehlo.compare LT, %0, %1 : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xi1>
  %3 = stablehlo.select %2, %0, %1 : tensor<2x?xi1>, tensor<2x?xf32>
  return %3 : tensor<2x?xf32>
}
func.func private @constants() {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi4>
  %1 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf8E4M3FN>
  %2 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %3 = stablehlo.constant dense<true> : tensor<9xi1>
  %4 = stablehlo.constant dense<true> : tensor<i1>
  %5 = stablehlo.constant dense<> : tensor<0xi1>
  %6 = stablehlo.constant dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>
  %7 = stablehlo.constant dense<[7, 8]> : tensor<2xui16>
  return
}
func.func @contractions(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<1x8x8x3xf32>, %d: tensor<2x2x3x4xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.convolution(%c, %d) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<2x2x3x4xf32>) -> tensor<1x4x4x4xf32>
  return
}
func.func @slices(%a: tensor<8x4xf32>, %i: tensor<3x1xi32>, %u: tensor<3x4xf32>) {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  %1 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %2 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return
}
func.func @calls(%a: tensor<2xf32>, %t: !stablehlo.token) -> (tensor<2xf32> {some.result = "r"}) attributes {some.function = 1 : i64} {
  %0 = call @callee(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.custom_call @target(%0) {api_version = 2 : i32, backend_config = "x", called_computations = [@callee], has_side_effect = true, operand_layouts = [dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  %2:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %1 : tensor<2xf32>
}
func.func private @callee(tensor<2xf32>) -> tensor<2xf32>
func.func @collectives(%a: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
func.func @loops(%i: tensor<i32>, %b: tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<i32> {
  %0 = stablehlo.while(%x = %i) : tensor<i32>
  cond {
    %c = stablehlo.constant dense<9> : tensor<i32>
    %1 = stablehlo.compare LT, %x, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %x, %x : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}
func.func @quantized(%a: tensor<2x!quant.uniform<i8:f32, 2.0:15>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2xf32>
  return
}
