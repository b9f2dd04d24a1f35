func.func @"stablehlo.concatenate"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.concatenate %y, %x, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.concatenate: three"(%x: tensor<?x2xf32>, %y: tensor<?x3xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.concatenate %x, %y, %x, dim = 1 : (tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x2xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.concatenate %y, %y, dim = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %s = stablehlo.constant dense<7> : tensor<1xi32>
  %2 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %2 : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.concatenate: elements"(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %a = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %z = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %z, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// The operand has at least 3 elements, so not 1.
func.func @"stablehlo.slice"(%x: tensor<?xf32>) -> tensor<3xf32> {
  // guards: 1
  %0 = stablehlo.slice %x [0:3] : (tensor<?xf32>) -> tensor<3xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %sum : tensor<3xf32>
}

// -----

func.func @"stablehlo.slice: of unknown type"(%x: tensor<?xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.slice %x [0:3:2] : (tensor<?xf32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %sum : tensor<2xf32>
}

// -----

func.func @"stablehlo.slice: elements"(%x: tensor<?x?x?x?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %x : tensor<?x?x?x?x?xf32> -> tensor<5xindex>
  %i = arith.index_cast %s : tensor<5xindex> to tensor<5xi32>
  %t = stablehlo.slice %i [1:5:3] : (tensor<5xi32>) -> tensor<2xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 4 : (tensor<?x?x?x?x?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.real_dynamic_slice"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %zero, %m, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.real_dynamic_slice: any"(%x: tensor<?xf32>, %s: tensor<3xi32>) -> tensor<?xf32> {
  // guards: 1
  %a = stablehlo.slice %s [0:1] : (tensor<3xi32>) -> tensor<1xi32>
  %b = stablehlo.slice %s [1:2] : (tensor<3xi32>) -> tensor<1xi32>
  %c = stablehlo.slice %s [2:3] : (tensor<3xi32>) -> tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.dynamic_update_slice"(%x: tensor<?x?xf32>, %u: tensor<?x?xf32>, %i: tensor<i32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>, tensor<i32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.pad"(%x: tensor<?x?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %0 = stablehlo.pad %x, %v, low = [0, 1], high = [0, 2], interior = [0, 0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %s = stablehlo.slice %0 [0:1, 0:1] : (tensor<?x?xf32>) -> tensor<1x1xf32>
  %1 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %1, %2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.gather"(%x: tensor<?x8xf32>, %i: tensor<?x?xi32>) -> tensor<?x?x8xf32> {
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 8>} : (tensor<?x8xf32>, tensor<?x?xi32>) -> tensor<?x?x8xf32>
  %n = stablehlo.get_dimension_size %i, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %i, dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
  %a = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %c8 = stablehlo.constant dense<8> : tensor<1xi32>
  %s = stablehlo.concatenate %a, %b, %c8, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<3xi32>) -> tensor<?x?x8xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?x?x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  return %sum : tensor<?x?x8xf32>
}

// -----

func.func @"stablehlo.gather: offset dims in front"(%x: tensor<?x4xf32>, %i: tensor<?x1xi32>, %y: tensor<?xf32>) -> tensor<4x?xf32> {
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<?x4xf32>, tensor<?x1xi32>) -> tensor<4x?xf32>
  %n = stablehlo.get_dimension_size %i, dim = 0 : (tensor<?x1xi32>) -> tensor<i32>
  %a = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %a, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %z : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  return %sum : tensor<4x?xf32>
}

// -----

func.func @"stablehlo.scatter"(%x: tensor<?x?xf32>, %i: tensor<?x1xi32>, %u: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.gather: indices of a batch"(%x: tensor<?x4xf32>, %i: tensor<?x1xi32>) -> tensor<?xf32> {
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} : (tensor<?x4xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.dynamic_gather: indices of a batch"(%x: tensor<?x4xf32>, %i: tensor<?x1xi32>) -> tensor<?xf32> {
  %s = stablehlo.constant dense<1> : tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>} : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.scatter: an update for each index"(%x: tensor<?xf32>, %i: tensor<?xi32>, %u: tensor<?xf32>) -> tensor<?xi32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<?xf32>, tensor<?xi32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = stablehlo.convert %u : (tensor<?xf32>) -> tensor<?xi32>
  %sum = chlo.broadcast_add %2, %i : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

func.func @"stablehlo.real_dynamic_slice: from 1"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // guards: 1
  %a = stablehlo.constant dense<1> : tensor<1xi32>
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %a, %m, %c : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.real_dynamic_slice: from 1, twice"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %a = stablehlo.constant dense<1> : tensor<1xi32>
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %a, %m, %c : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.real_dynamic_slice %y, %a, %m, %c : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.real_dynamic_slice: every second"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // guards: 1
  %a = stablehlo.constant dense<0> : tensor<1xi32>
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %a, %m, %c : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.real_dynamic_slice: every second, twice"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %a = stablehlo.constant dense<0> : tensor<1xi32>
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %a, %m, %c : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.real_dynamic_slice %y, %a, %m, %c : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.real_dynamic_slice: elements"(%x: tensor<?x?x?xf32>) -> tensor<?xf32> {
  %h = shape.shape_of %x : tensor<?x?x?xf32> -> tensor<3xindex>
  %s = arith.index_cast %h : tensor<3xindex> to tensor<3xi32>
  %n = stablehlo.get_dimension_size %x, dim = 2 : (tensor<?x?x?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %t = stablehlo.real_dynamic_slice %s, %two, %three, %one : (tensor<3xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// The operand has at least 2 and 3 elements along its dims.
func.func @"stablehlo.dynamic_slice"(%x: tensor<?x?xf32>, %i: tensor<i32>) -> tensor<2x3xf32> {
  // guards: 2
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 3] : (tensor<?x?xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<2x3xf32>, tensor<?x?xf32>) -> tensor<2x3xf32>
  return %sum : tensor<2x3xf32>
}

// -----

// The start is clamped to the last element.
func.func @"stablehlo.dynamic_slice: elements"(%x: tensor<?x?x?xf32>) -> tensor<?xf32> {
  %h = shape.shape_of %x : tensor<?x?x?xf32> -> tensor<3xindex>
  %s = arith.index_cast %h : tensor<3xindex> to tensor<3xi32>
  %n = stablehlo.get_dimension_size %x, dim = 2 : (tensor<?x?x?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.constant dense<7> : tensor<i32>
  %t = stablehlo.dynamic_slice %s, %i, sizes = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.dynamic_pad"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %v: tensor<f32>, %l: tensor<2xi32>, %h: tensor<2xi32>) -> tensor<?x?xf32> {
  %i = stablehlo.constant dense<0> : tensor<2xi32>
  %w = stablehlo.add %x, %y : tensor<?x?xf32>
  %0 = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_pad %y, %v, %l, %h, %i : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.dynamic_pad: with gaps"(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  // guards: 1
  %c0 = stablehlo.constant dense<0> : tensor<1xi32>
  %c2 = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.dynamic_pad %x, %v, %c0, %c0, %c2 : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.pad: as concatenated"(%x: tensor<?xf32>, %v: tensor<f32>, %c: tensor<3xf32>) -> tensor<?xf32> {
  %0 = stablehlo.pad %x, %v, low = [1], high = [2], interior = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.concatenate %x, %c, dim = 0 : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.pad: high"(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  // guards: 1
  %0 = stablehlo.pad %x, %v, low = [0], high = [2], interior = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.pad: low"(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  // guards: 1
  %0 = stablehlo.pad %x, %v, low = [1], high = [0], interior = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.pad: negative"(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  // guards: 1
  %0 = stablehlo.pad %x, %v, low = [-1], high = [0], interior = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.pad: gaps"(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  // guards: 1
  %0 = stablehlo.pad %x, %v, low = [0], high = [0], interior = [1] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// A position that is too large is clamped to the last element.
func.func @"stablehlo.gather: elements"(%x: tensor<?x?x?xf32>) -> tensor<?xf32> {
  %h = shape.shape_of %x : tensor<?x?x?xf32> -> tensor<3xindex>
  %s = arith.index_cast %h : tensor<3xindex> to tensor<3xi32>
  %n = stablehlo.get_dimension_size %x, dim = 2 : (tensor<?x?x?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.constant dense<[[9], [0]]> : tensor<2x1xi32>
  %t = "stablehlo.gather"(%s, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2xi32>
  %u = stablehlo.slice %t [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %u, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.gather: elements in slices"(%x: tensor<?x?x?xf32>) -> tensor<?xf32> {
  %h = shape.shape_of %x : tensor<?x?x?xf32> -> tensor<3xindex>
  %s = arith.index_cast %h : tensor<3xindex> to tensor<3xi32>
  %n = stablehlo.get_dimension_size %x, dim = 2 : (tensor<?x?x?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.constant dense<[0, 2]> : tensor<2xi32>
  %t = "stablehlo.gather"(%s, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<3xi32>, tensor<2xi32>) -> tensor<2x1xi32>
  %r = stablehlo.reshape %t : (tensor<2x1xi32>) -> tensor<2xi32>
  %u = stablehlo.slice %r [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %u, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.gather: batched elements"(%x: tensor<?x?xf32>, %i: tensor<2x1xi32>) -> tensor<?xf32> {
  // guards: 1
  %h = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %s = arith.index_cast %h : tensor<2xindex> to tensor<2xi32>
  %c = stablehlo.constant dense<0> : tensor<2x0xi32>
  %t = "stablehlo.gather"(%s, %c) {dimension_numbers = #stablehlo.gather<operand_batching_dims = [0], start_indices_batching_dims = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<2xi32>, tensor<2x0xi32>) -> tensor<2xi32>
  %u = stablehlo.slice %s [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %u, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.gather: sizes of slices"(%x: tensor<?x?xf32>, %i: tensor<?x2xi32>, %w: tensor<?x3x2xf32>) -> tensor<?x?x?xf32> {
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 3, 2>} : (tensor<?x?xf32>, tensor<?x2xi32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.add %w, %w : tensor<?x3x2xf32>
  %n = stablehlo.get_dimension_size %i, dim = 0 : (tensor<?x2xi32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c3 = stablehlo.constant dense<3> : tensor<1xi32>
  %c2 = stablehlo.constant dense<2> : tensor<1xi32>
  %s = stablehlo.concatenate %m, %c3, %c2, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %2 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<3xi32>) -> tensor<?x3x2xf32>
  %sum = chlo.broadcast_add %0, %2 : (tensor<?x?x?xf32>, tensor<?x3x2xf32>) -> tensor<?x?x?xf32>
  return %sum : tensor<?x?x?xf32>
}

// -----

func.func @"stablehlo.dynamic_gather"(%x: tensor<?x?xf32>, %i: tensor<?x?xi32>, %y: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %h = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %c1 = arith.constant 1 : index
  %m = tensor.extract %h[%c1] : tensor<2xindex>
  %d = arith.index_cast %m : index to i32
  %one = arith.constant 1 : i32
  %s = tensor.from_elements %one, %d : tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>} : (tensor<?x?xf32>, tensor<?x?xi32>, tensor<2xi32>) -> tensor<?x?x?xf32>
  %n = stablehlo.get_dimension_size %i, dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
  %a = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.slice %s [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %t = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %z : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  return %sum : tensor<?x?x?xf32>
}

// -----

func.func @"stablehlo.torch_index_select"(%x: tensor<?x?x?xf32>, %i: tensor<?x?xi32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<?x?x?xf32>, tensor<?x?xi32>) -> tensor<?x?x?x?xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [0, 3] : (tensor<?x?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %2 = stablehlo.convert %i : (tensor<?x?xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %1, %2 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.torch_index_select: batch"(%x: tensor<?x?xf32>, %i: tensor<?x?xi32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<?x?xf32>, tensor<?x?xi32>) -> tensor<?x?xf32>
  %1 = stablehlo.convert %i : (tensor<?x?xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.torch_index_select: elements"(%x: tensor<?x?x?xf32>) -> tensor<?xf32> {
  %h = shape.shape_of %x : tensor<?x?x?xf32> -> tensor<3xindex>
  %s = arith.index_cast %h : tensor<3xindex> to tensor<3xi32>
  %n = stablehlo.get_dimension_size %x, dim = 2 : (tensor<?x?x?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.constant dense<2> : tensor<1xi32>
  %t = "stablehlo.torch_index_select"(%s, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<3xi32>, tensor<1xi32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"tensor.concat"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(1) %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tensor.extract_slice"(%x: tensor<3x?x?xf32>, %y: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?x2xf32>
  %0 = tensor.extract_slice %x[1, 0, 0] [1, %n, 2] [1, 1, 1] : tensor<3x?x?xf32> to tensor<?x2xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %sum : tensor<?x2xf32>
}

// -----

func.func @"tensor.insert"(%x: f32, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %x into %y[%c0, %c0] : tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tensor.insert_slice"(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = tensor.insert_slice %x into %y[0, 0] [1, %n] [1, 1] : tensor<?xf32> into tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tensor.pad"(%x: tensor<?x?xf32>, %k: index, %v: f32, %zero: tensor<f32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %0 = tensor.pad %x low[2, %k] high[1, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %rows = stablehlo.pad %x, %zero, low = [3, 0], high = [0, 0], interior = [0, 0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %rows_dim = tensor.dim %rows, %c0 : tensor<?x?xf32>
  %c3 = arith.constant 3 : index
  %left = arith.addi %k, %n : index
  %columns = arith.addi %left, %c3 : index
  %y = tensor.empty(%rows_dim, %columns) : tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"linalg.generic"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%y : tensor<?xf32>) {
  ^bb0(%out: f32):
    linalg.yield %out : f32
  } -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.concatenate: elements of a matrix"(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  // guards: 1
  %a = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %b = stablehlo.constant dense<[[3], [4]]> : tensor<2x1xi32>
  %c = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  %d = stablehlo.reshape %c : (tensor<2x2xi32>) -> tensor<4xi32>
  %e = stablehlo.slice %d [1:2] : (tensor<4xi32>) -> tensor<1xi32>
  %f = stablehlo.slice %a [1:2, 0:1] : (tensor<2x1xi32>) -> tensor<1x1xi32>
  %g = stablehlo.reshape %f : (tensor<1x1xi32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %e, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %g, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"shape.concat"(%x: tensor<?xf32>, %w: tensor<?xf32>) -> tensor<?x?xf32> {
  %a = shape.shape_of %x : tensor<?xf32> -> tensor<?xindex>
  %b = shape.shape_of %w : tensor<?xf32> -> tensor<?xindex>
  %c = shape.concat %a, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %s = tensor.cast %c : tensor<?xindex> to tensor<2xindex>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %y, %w : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"shape.split_at"(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %h = shape.shape_of %x : tensor<?x?x?xf32> -> tensor<?xindex>
  %c1 = arith.constant 1 : index
  %a, %b = "shape.split_at"(%h, %c1) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %s = tensor.cast %b : tensor<?xindex> to tensor<2xindex>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  return %sum : tensor<?x?x?xf32>
}

// -----

func.func @"shape.split_at: from the end"(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // guards: 0
  %h = shape.shape_of %x : tensor<?x?x?xf32> -> tensor<?xindex>
  %c1 = arith.constant -2 : index
  %a, %b = "shape.split_at"(%h, %c1) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %s = tensor.cast %b : tensor<?xindex> to tensor<2xindex>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  return %sum : tensor<?x?x?xf32>
}

// -----

func.func @"tensor.extract_slice"(%x: tensor<?x?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %s = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %t = tensor.extract_slice %s[1] [1] [1] : tensor<2xindex> to tensor<1xindex>
  %u = tensor.extract_slice %s[1] [1] [1] : tensor<2xindex> to tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %w = stablehlo.dynamic_iota %u, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %w : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"tensor.concat: numbers"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %a = tensor.extract_slice %s[0] [1] [1] : tensor<2xindex> to tensor<1xindex>
  %b = tensor.extract_slice %s[1] [1] [1] : tensor<2xindex> to tensor<1xindex>
  %t = tensor.concat dim(0) %a, %b : (tensor<1xindex>, tensor<1xindex>) -> tensor<2xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// The start is a number of which nothing is known.
func.func @"stablehlo.real_dynamic_slice: of a known size"(%x: tensor<?xf32>, %start: tensor<1xi32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %limit = stablehlo.add %start, %c : tensor<1xi32>
  %y = stablehlo.real_dynamic_slice %x, %start, %limit, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %c, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.set_dimension_size"(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tensor.concat: other dims"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %0 = tensor.concat dim(1) %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %a = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %b = stablehlo.reduce(%y init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.dynamic_slice: a dynamic type"(%x: tensor<?xf32>, %i: tensor<i32>, %c: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.dynamic_slice"(%x, %i) {slice_sizes = array<i64: 2>} : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %c : (tensor<?xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %sum : tensor<2xf32>
}
