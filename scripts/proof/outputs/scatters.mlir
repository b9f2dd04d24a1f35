// OPTIONS: --legalize-for-iree
func.func @main(%x: tensor<3x5xf32>, %i: tensor<40x2xi64>, %u: tensor<40xf32>) -> tensor<3x5xf32> {
%0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
^bb0(%old: tensor<f32>, %new: tensor<f32>):
  %difference = stablehlo.subtract %old, %new : tensor<f32>
  stablehlo.return %difference : tensor<f32>
}) : (tensor<3x5xf32>, tensor<40x2xi64>, tensor<40xf32>) -> tensor<3x5xf32>
return %0 : tensor<3x5xf32>
}
// refuted: updates are not guarded
// proven: right
func.func @main(%x: tensor<3x5xf32>, %i: tensor<40x2xi64>, %u: tensor<40xf32>) -> tensor<3x5xf32> {
%empty = tensor.empty() : tensor<4x6xf32>
%larger = tensor.insert_slice %x into %empty[0, 0] [3, 5] [1, 1] : tensor<3x5xf32> into tensor<4x6xf32>
%sizes = stablehlo.constant dense<[5, 3]> : tensor<2xi64>
%limits = stablehlo.broadcast_in_dim %sizes, dims = [1] : (tensor<2xi64>) -> tensor<40x2xi64>
%zero = stablehlo.constant dense<0> : tensor<40x2xi64>
%narrow = stablehlo.convert %i : (tensor<40x2xi64>) -> tensor<40x2xi32>
%again = stablehlo.convert %narrow : (tensor<40x2xi32>) -> tensor<40x2xi64>
%below = stablehlo.compare LT, %i, %limits : (tensor<40x2xi64>, tensor<40x2xi64>) -> tensor<40x2xi1>
%positive = stablehlo.compare GE, %i, %zero : (tensor<40x2xi64>, tensor<40x2xi64>) -> tensor<40x2xi1>
%inside = stablehlo.and %below, %positive : tensor<40x2xi1>
%guarded = stablehlo.select %inside, %i, %limits : tensor<40x2xi1>, tensor<40x2xi64>
%indices = stablehlo.convert %guarded : (tensor<40x2xi64>) -> tensor<40x2xi32>
%all = "stablehlo.scatter"(%larger, %indices, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
^bb0(%old: tensor<f32>, %new: tensor<f32>):
  %difference = stablehlo.subtract %old, %new : tensor<f32>
  stablehlo.return %difference : tensor<f32>
}) : (tensor<4x6xf32>, tensor<40x2xi32>, tensor<40xf32>) -> tensor<4x6xf32>
%0 = tensor.extract_slice %all[0, 0] [3, 5] [1, 1] : tensor<4x6xf32> to tensor<3x5xf32>
return %0 : tensor<3x5xf32>
}
// refuted: one limit is negative: ` 3` => ` -3`
// refuted: limits do not fit 32 bits: `5, 3` => `4294967301, 4294967299`
// refuted: indices lose bits before they are compared: `LT, %i` => `LT, %again`
// proven: a wider tensor: `4x6xf32` => `5x7xf32`, `5,` => `6,`, `3]` => `4]`
// -----
// OPTIONS: --legalize-for-iree
// OUTPUT: `4x6xf32` => `5x7xf32`, `%all[0` => `%all[1`, `1, 0] ` => `1, 1] `
// proven: right
// refuted: a limit that is read is another: `5, 3` => `6, 4`
// -----
// OPTIONS: --legalize-for-iree
func.func @main(%x: tensor<300xf32>, %i: tensor<?xui8>, %u: tensor<?xf32>) -> tensor<300xf32> {
%0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%old: tensor<f32>, %new: tensor<f32>):
  %difference = stablehlo.subtract %old, %new : tensor<f32>
  stablehlo.return %difference : tensor<f32>
}) : (tensor<300xf32>, tensor<?xui8>, tensor<?xf32>) -> tensor<300xf32>
return %0 : tensor<300xf32>
}
// refuted: updates are not guarded
// proven: right
func.func @main(%x: tensor<300xf32>, %i: tensor<?xui8>, %u: tensor<?xf32>) -> tensor<300xf32> {
%empty = tensor.empty() : tensor<301xf32>
%larger = tensor.insert_slice %x into %empty[0] [300] [1] : tensor<300xf32> into tensor<301xf32>
%wide = stablehlo.convert %i : (tensor<?xui8>) -> tensor<?xi32>
%shape = shape.shape_of %i : tensor<?xui8> -> tensor<1xindex>
%limit = stablehlo.constant dense<300> : tensor<i32>
%none = stablehlo.constant dense<0> : tensor<i32>
%limits = stablehlo.dynamic_broadcast_in_dim %limit, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
%zero = stablehlo.dynamic_broadcast_in_dim %none, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
%below = stablehlo.compare LT, %wide, %limits : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
%positive = stablehlo.compare GE, %wide, %zero : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
%inside = stablehlo.and %below, %positive : tensor<?xi1>
%guarded = stablehlo.select %inside, %wide, %limits : tensor<?xi1>, tensor<?xi32>
%all = "stablehlo.scatter"(%larger, %guarded, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%old: tensor<f32>, %new: tensor<f32>):
  %difference = stablehlo.subtract %old, %new : tensor<f32>
  stablehlo.return %difference : tensor<f32>
}) : (tensor<301xf32>, tensor<?xi32>, tensor<?xf32>) -> tensor<301xf32>
%0 = tensor.extract_slice %all[0] [300] [1] : tensor<301xf32> to tensor<300xf32>
return %0 : tensor<300xf32>
}
// refuted: a limit is one that bytes hold: `dense<300>` => `dense<44>`
// refuted: bytes have a sign
%bits = stablehlo.bitcast_convert %i : (tensor<?xui8>) -> tensor<?xi8>
%wide = stablehlo.convert %bits : (tensor<?xi8>) -> tensor<?xi32>
// -----
// OPTIONS: --legalize-for-iree
func.func @main(%x: tensor<?x4xf32>, %u: tensor<?x2xf32>) -> tensor<?x4xf32> {
%i = stablehlo.constant dense<[[0], [3]]> : tensor<2x1xi32>
%0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
^bb0(%old: tensor<f32>, %new: tensor<f32>):
  %difference = stablehlo.subtract %old, %new : tensor<f32>
  stablehlo.return %difference : tensor<f32>
}) : (tensor<?x4xf32>, tensor<2x1xi32>, tensor<?x2xf32>) -> tensor<?x4xf32>
return %0 : tensor<?x4xf32>
}
// proven: right
// refuted: a known index is another: `[3` => `[2`
// -----
// OPTIONS: --legalize-for-iree
// INPUT: `3]` => `4]`
// refuted: updates are not guarded
// -----
// OPTIONS: --legalize-for-iree
func.func @main(%x: tensor<?x4xf32>, %i: tensor<40x1xi32>, %u: tensor<40x4xf32>) -> tensor<?x4xf32> {
%0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = true}> ({
^bb0(%old: tensor<f32>, %new: tensor<f32>):
  %difference = stablehlo.subtract %old, %new : tensor<f32>
  stablehlo.return %difference : tensor<f32>
}) : (tensor<?x4xf32>, tensor<40x1xi32>, tensor<40x4xf32>) -> tensor<?x4xf32>
return %0 : tensor<?x4xf32>
}
// refuted: updates are not guarded
