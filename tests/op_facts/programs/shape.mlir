// The operand has 1 or 3 elements.
func.func @"stablehlo.broadcast_in_dim"(%x: tensor<?xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<?xf32>) -> tensor<2x3xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %sum : tensor<2x3xf32>
}

// -----

func.func @"stablehlo.dynamic_broadcast_in_dim"(%x: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.dynamic_broadcast_in_dim: operand"(%x: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.dynamic_iota"(%s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.reshape"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %a = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %b, %a, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %z = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.dynamic_reshape"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %a = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %b = stablehlo.dynamic_reshape %y, %s : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"tensor.reshape"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %s: tensor<1xindex>) -> tensor<?xf32> {
  %a = tensor.reshape %x(%s) : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %b = tensor.reshape %y(%s) : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"tensor.cast"(%x: tensor<?x?xf32>) -> tensor<3x?xf32> {
  %a = tensor.cast %x : tensor<?x?xf32> to tensor<3x?xf32>
  %b = tensor.cast %a : tensor<3x?xf32> to tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<3x?xf32>
  return %sum : tensor<3x?xf32>
}

// -----

func.func @"stablehlo.transpose: of numbers"(%x: tensor<?x?xf32>) -> tensor<5x7xf32> {
  %p = stablehlo.constant dense<[[1, 5], [2, 7]]> : tensor<2x2xi32>
  %t = stablehlo.transpose %p, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %f = stablehlo.reshape %t : (tensor<2x2xi32>) -> tensor<4xi32>
  %s = stablehlo.slice %f [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %k = stablehlo.constant dense<[5, 7]> : tensor<2xi32>
  %z = stablehlo.dynamic_iota %k, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<5x7xf32>
  return %sum : tensor<5x7xf32>
}

// -----

func.func @"stablehlo.slice: of a matrix"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %p = stablehlo.constant dense<[[1, 5], [2, 7]]> : tensor<2x2xi32>
  %s = stablehlo.slice %p [1:2, 1:2] : (tensor<2x2xi32>) -> tensor<1x1xi32>
  %n = stablehlo.reshape %s : (tensor<1x1xi32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %k = stablehlo.constant dense<7> : tensor<1xi32>
  %z = stablehlo.dynamic_iota %k, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.transpose"(%x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.add %0, %y : tensor<?x?x?xf32>
  %2 = stablehlo.transpose %y, dims = [2, 0, 1] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %sum = chlo.broadcast_add %x, %2 : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %sum : tensor<?x?x?xf32>
}

// -----

func.func @"flow.tensor.tie_shape"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %y, %c1 : tensor<?x?xf32>
  %0 = "flow.tensor.tie_shape"(%x, %a, %b) : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.reverse"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.reverse %x, dims = [1] : tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.broadcast"(%x: tensor<?xf32>) -> tensor<2x?xf32> {
  %0 = stablehlo.broadcast %x, sizes = [2] : (tensor<?xf32>) -> tensor<2x?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %sum : tensor<2x?xf32>
}

// -----

func.func @"stablehlo.broadcast_in_dim: elements"(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %s = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %v, %s, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.broadcast_in_dim: rows"(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  // guards: 1
  %h = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %s = arith.index_cast %h : tensor<2xindex> to tensor<2xi32>
  %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<2xi32>) -> tensor<2x2xi32>
  %r = stablehlo.reshape %b : (tensor<2x2xi32>) -> tensor<4xi32>
  %t = stablehlo.slice %r [1:2] : (tensor<4xi32>) -> tensor<1xi32>
  %u = stablehlo.slice %s [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %u, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.dynamic_reshape: elements"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %h = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %s = arith.index_cast %h : tensor<2xindex> to tensor<2xi32>
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %t = stablehlo.dynamic_reshape %s, %c : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_iota %t, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tensor.cast: elements"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %h = shape.shape_of %x : tensor<?x?xf32> -> tensor<?xindex>
  %s = tensor.cast %h : tensor<?xindex> to tensor<2xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tensor.collapse_shape"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %h = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %s = tensor.collapse_shape %h [] : tensor<1xindex> into tensor<index>
  %n = tensor.extract %s[] : tensor<index>
  %t = tensor.from_elements %n : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"tensor.expand_shape"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %t = tensor.expand_shape %n [] output_shape [1] : tensor<i32> into tensor<1xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"tensor.collapse_shape: sizes"(%x: tensor<?x?x3xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?x3xf32>
  %0 = tensor.collapse_shape %x [[0], [1, 2]] : tensor<?x?x3xf32> into tensor<?x?xf32>
  %y = tensor.empty(%n) : tensor<?x1xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tensor.collapse_shape: a product"(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %product = arith.muli %m, %n : index
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %y = tensor.empty(%product) : tensor<?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"tensor.expand_shape: sizes"(%x: tensor<?x?xf32>, %k: index) -> tensor<?x?x3xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %0 = tensor.expand_shape %x [[0], [1, 2]] output_shape [%n, %k, 3] : tensor<?x?xf32> into tensor<?x?x3xf32>
  %y = tensor.empty(%n, %k) : tensor<?x?x3xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?x?x3xf32>, tensor<?x?x3xf32>) -> tensor<?x?x3xf32>
  return %sum : tensor<?x?x3xf32>
}

// -----

// The size follows from the number of elements.
func.func @"tensor.expand_shape: a quotient"(%x: tensor<?x2x3xf32>, %k: index) -> tensor<?x?x3xf32> {
  %c6 = arith.constant 6 : index
  %0 = tensor.empty(%c6) : tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%k, 3] : tensor<?xf32> into tensor<?x3xf32>
  %sum = chlo.broadcast_add %1, %x : (tensor<?x3xf32>, tensor<?x2x3xf32>) -> tensor<?x?x3xf32>
  return %sum : tensor<?x?x3xf32>
}

// -----

func.func @"tensor.empty"(%x: tensor<?xf32>, %k: index) -> tensor<?x3x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = tensor.empty(%k, %n) : tensor<?x3x?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %sum : tensor<?x3x?xf32>
}

// -----

func.func @"tensor.splat"(%x: tensor<?xf32>, %k: index, %v: f32) -> tensor<?x3x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = tensor.splat %v[%k, %n] : tensor<?x3x?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %sum : tensor<?x3x?xf32>
}

// -----

func.func @"shape.broadcast"(%x: tensor<?x1x?xf32>, %y: tensor<1x?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %a = shape.shape_of %x : tensor<?x1x?xf32> -> tensor<?xindex>
  %b = shape.shape_of %y : tensor<1x?xf32> -> tensor<?xindex>
  %c = shape.broadcast %a, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %s = tensor.cast %c : tensor<?xindex> to tensor<3xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %v, %s, dims = [] : (tensor<f32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  %t = tensor.cast %c : tensor<?xindex> to tensor<3xindex>
  %1 = stablehlo.dynamic_iota %t, dim = 0 : (tensor<3xindex>) -> tensor<?x?x?xf32>
  %r = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1, 2] : (tensor<?x1x?xf32>, tensor<f32>) -> tensor<?xf32>
  %q = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [1, 2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %r, %q : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// It is not known whether they broadcast.
func.func @"shape.broadcast: two sizes"(%x: tensor<?xf32>, %y: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  // guards: 1
  %a = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %b = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %c = shape.broadcast %a, %b : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
  %0 = stablehlo.dynamic_iota %c, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// The operand has elements, so the size is not 0.
func.func @"stablehlo.dynamic_reshape: elements"(%x: tensor<1xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.minimum %n, %one : tensor<i32>
  %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"tensor.reshape: elements"(%x: tensor<1xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.minimum %n, %one : tensor<i32>
  %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %0 = tensor.reshape %x(%s) : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}
