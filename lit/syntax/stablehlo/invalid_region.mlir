// Regions and indices that are invalid for their op.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

func.func @reduced_dim(%a: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op attribute 'dimensions' holds 1, which is not a dimension of a tensor of rank 1}}
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduced_dim_twice(%a: tensor<2x2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op attribute 'dimensions' holds 1 more than once}}
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduced_size(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op requires size 2 of dimension 0 of result #0 'tensor<3xf32>'}}
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @applied_op(%a: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{custom op 'stablehlo.reduce' expected a commutative op of StableHLO, got stablehlo.divide}}
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.divide across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @initial_value(%a: tensor<2xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.reduce' op requires an element type of region 'body' result #0 'tensor<f32>' that holds elements of operand #1 'tensor<i32>'}}
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @narrower_combination(%a: tensor<2xi32>, %i: tensor<i16>) {
  // expected-error @+1 {{'stablehlo.reduce' op requires an element type of region 'body' argument #1 'tensor<i16>' that holds elements of operand #0 'tensor<2xi32>'}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<i16>, %y: tensor<i16>): stablehlo.return %x : tensor<i16> }) : (tensor<2xi32>, tensor<i16>) -> tensor<i16>
  return
}

// -----

func.func @combined_type(%a: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op requires compatible element types, but region 'body' result #0 'tensor<f64>' and result #0 'tensor<f32>' differ}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f64>, %y: tensor<f64>): stablehlo.return %x : tensor<f64> }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @exchanged_type(%a: tensor<4xi64>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op requires an element type of region 'computation' result #0 'tensor<i32>' that holds elements of operand #0 'tensor<i64>'}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({ ^bb0(%x: tensor<i32>, %y: tensor<i32>): stablehlo.return %x : tensor<i32> }) : (tensor<4xi64>) -> tensor<4xi32>
  return
}

// -----

func.func @reducer_arguments(%a: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op region 'body' argument needs 2 values, but has 1}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reducer_results(%a: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op region 'body' result needs 1 values, but has 0}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @window_size(%a: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op attribute 'window_dimensions' holds 0, but needs at least 1}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @map_dims(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.map' op attribute 'dimensions' must hold all dimensions in order, got 1 at 0}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 1, 0>}> ({ ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @sort_dim(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op attribute 'dimension' holds 1, which is not a dimension of a tensor of rank 1}}
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %1 : tensor<i1> }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @comparator(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op region 'comparator' result #0 is 'tensor<f32>', but needs 'tensor<i1>'}}
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @gathered_dims(%a: tensor<5x6xf32>, %i: tensor<3x1xi64>) {
  // expected-error @+1 {{'stablehlo.gather' op offset_dims has 1 elements, but needs 2: one for each dimension of operand #0 in neither collapsed_slice_dims nor operand_batching_dims}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<5x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

func.func @slice_sizes(%a: tensor<5x6xf32>, %i: tensor<3x1xi64>) {
  // expected-error @+1 {{'stablehlo.gather' op requires slice_sizes within the operand, got 7 for dimension 1 of size 6}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 7>}> : (tensor<5x6xf32>, tensor<3x1xi64>) -> tensor<3x7xf32>
  return
}

// -----

func.func @index_vector(%a: tensor<5x6xf32>, %i: tensor<3x1xi64>) {
  // expected-error @+1 {{'stablehlo.gather' op index_vector_dim 3 is not in 0 to 2, the rank of the indices}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 6>}> : (tensor<5x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  return
}

// -----

func.func @async_argument(%a: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.async_start' op region 'body' argument #0 is 'tensor<3xf32>', but needs 'tensor<4xf32>'}}
  %0 = "stablehlo.async_start"(%a) ({ ^bb0(%x: tensor<3xf32>): stablehlo.return %x : tensor<3xf32> }) : (tensor<4xf32>) -> !stablehlo.future<tensor<3xf32>>
  return
}

// -----

func.func @async_result(%a: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.async_start' op region 'body' result needs 2 values, but has 1}}
  %0 = "stablehlo.async_start"(%a) ({ ^bb0(%x: tensor<4xf32>): stablehlo.return %x : tensor<4xf32> }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>, tensor<4xf32>>
  return
}

// -----

func.func @async_capture(%a: tensor<4xf32>) {
  %0 = "stablehlo.async_start"() ({
    // expected-error @+1 {{'stablehlo.return' op using value defined outside the region}}
    stablehlo.return %a : tensor<4xf32>
  // expected-note @-3 {{required by region isolation constraints}}
  }) : () -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

// A valid op of the same name, attributes and types says nothing of one with regions.
func.func @region_of_an_op_without_one(%a: tensor<2xf32>) {
  %0 = stablehlo.negate %a : tensor<2xf32>
  // expected-error @+1 {{'stablehlo.negate' op requires zero regions}}
  %1 = "stablehlo.negate"(%0) ({
    "stablehlo.return"() : () -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
