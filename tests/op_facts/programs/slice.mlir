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

// The operand has 3 elements at least, and not 1.
func.func @"stablehlo.slice"(%x: tensor<?xf32>) -> tensor<3xf32> {
  // guards: 1
  %0 = stablehlo.slice %x [0:3] : (tensor<?xf32>) -> tensor<3xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %sum : tensor<3xf32>
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

func.func @"stablehlo.dynamic_gather"(%x: tensor<?x8xf32>, %i: tensor<?x?xi32>, %s: tensor<2xi32>, %y: tensor<?x?x1xf32>) -> tensor<?x?x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>} : (tensor<?x8xf32>, tensor<?x?xi32>, tensor<2xi32>) -> tensor<?x?x?xf32>
  %n = stablehlo.convert %i : (tensor<?x?xi32>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %i, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
  %a = stablehlo.reshape %r : (tensor<i32>) -> tensor<1xi32>
  %c1 = stablehlo.constant dense<1> : tensor<1xi32>
  %t = stablehlo.concatenate %a, %c1, %c1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<3xi32>) -> tensor<?x1x1xf32>
  %sum = chlo.broadcast_add %0, %z : (tensor<?x?x?xf32>, tensor<?x1x1xf32>) -> tensor<?x?x?xf32>
  return %sum : tensor<?x?x?xf32>
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
