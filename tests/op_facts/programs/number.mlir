// The shape is constant.
func.func @"stablehlo.constant"(%x: tensor<f32>) -> tensor<2x3xf32> {
  %c = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %y = stablehlo.dynamic_broadcast_in_dim %x, %c, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  %z = stablehlo.dynamic_iota %c, dim = 0 : (tensor<2xi32>) -> tensor<2x3xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?x?xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %sum : tensor<2x3xf32>
}

// -----

func.func @"stablehlo.constant: negative"(%x: tensor<?xf32>, %y: tensor<1xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<[-1, 1]> : tensor<2xi32>
  %d = stablehlo.slice %c [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %d, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.get_dimension_size"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"arith.constant"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %n : tensor<1xindex>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tensor.dim"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %s = tensor.from_elements %n : tensor<1xindex>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %z, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tensor.extract"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %c1 = arith.constant 1 : index
  %n = tensor.extract %s[%c1] : tensor<2xindex>
  %t = tensor.from_elements %n : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"util.assume.int"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = "util.assume.int"(%n) {assumptions = [[#util.int.assumption<umin = 0>]]} : (index) -> index
  %s = tensor.from_elements %m : tensor<1xindex>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"tensor.from_elements"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %z = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %z, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"shape.shape_of"(%x: tensor<?x3xf32>, %y: tensor<f32>) -> tensor<?x3xf32> {
  %s = shape.shape_of %x : tensor<?x3xf32> -> tensor<2xindex>
  %z = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %z : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<?x3xf32>
  return %sum : tensor<?x3xf32>
}

// -----

func.func @"chlo.constant"(%x: tensor<f32>) -> tensor<2x3xf32> {
  %c = chlo.constant dense<[2, 3]> : tensor<2xi32>
  %y = stablehlo.dynamic_broadcast_in_dim %x, %c, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  %z = stablehlo.dynamic_iota %c, dim = 0 : (tensor<2xi32>) -> tensor<2x3xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?x?xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %sum : tensor<2x3xf32>
}

// -----

func.func @"arith.constant: dense"(%x: tensor<f32>) -> tensor<2x3xf32> {
  %c = arith.constant dense<[2, 3]> : tensor<2xi64>
  %y = stablehlo.dynamic_broadcast_in_dim %x, %c, dims = [] : (tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  %z = stablehlo.dynamic_iota %c, dim = 0 : (tensor<2xi64>) -> tensor<2x3xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?x?xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %sum : tensor<2x3xf32>
}

// -----

func.func @"stablehlo.constant: floats"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<[3.0, 2.5]> : tensor<2xf64>
  %i = stablehlo.convert %c : (tensor<2xf64>) -> tensor<2xi32>
  %s = stablehlo.slice %i [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %t = stablehlo.slice %i [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %w = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %k = stablehlo.constant dense<3> : tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %k, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.iota"(%x: tensor<?x?x?xf32>) -> tensor<?xf32> {
  %h = shape.shape_of %x : tensor<?x?x?xf32> -> tensor<3xindex>
  %s = arith.index_cast %h : tensor<3xindex> to tensor<3xi32>
  %n = stablehlo.get_dimension_size %x, dim = 2 : (tensor<?x?x?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.iota dim = 0 : tensor<3xi32>
  %j = stablehlo.slice %i [2:3] : (tensor<3xi32>) -> tensor<1xi32>
  %t = "stablehlo.torch_index_select"(%s, %j) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<3xi32>, tensor<1xi32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"tensor.rank"(%x: tensor<?x?x?xf32>) -> tensor<?xf32> {
  %r = tensor.rank %x : tensor<?x?x?xf32>
  %s = tensor.from_elements %r : tensor<1xindex>
  %c = arith.constant dense<3> : tensor<1xindex>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %c, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"shape.dim"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %i = shape.dim %x, %c1 : tensor<?x?xf32>, index -> index
  %t = tensor.from_elements %i : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"shape.get_extent"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %x : tensor<?x?xf32> -> !shape.shape
  %c1 = shape.const_size 1
  %e = shape.get_extent %s, %c1 : !shape.shape, !shape.size -> !shape.size
  %i = shape.size_to_index %e : !shape.size
  %t = tensor.from_elements %i : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"shape.shape_of: a shape"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %x : tensor<?x?xf32> -> !shape.shape
  %c1 = arith.constant 1 : index
  %c = shape.index_to_size %c1
  %e = shape.get_extent %s, %c : !shape.shape, !shape.size -> !shape.size
  %i = shape.size_to_index %e : !shape.size
  %t = tensor.from_elements %i : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"shape.const_size"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %x : tensor<?x?xf32> -> !shape.shape
  %c1 = shape.const_size 1
  %e = shape.get_extent %s, %c1 : !shape.shape, !shape.size -> !shape.size
  %i = shape.size_to_index %e : !shape.size
  %t = tensor.from_elements %i : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"shape.size_to_index"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %x : tensor<?x?xf32> -> !shape.shape
  %c1 = shape.const_size 1
  %e = shape.get_extent %s, %c1 : !shape.shape, !shape.size -> !shape.size
  %i = shape.size_to_index %e : !shape.size
  %t = tensor.from_elements %i : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"shape.index_to_size"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %x : tensor<?x?xf32> -> !shape.shape
  %c1 = arith.constant 1 : index
  %c = shape.index_to_size %c1
  %e = shape.get_extent %s, %c : !shape.shape, !shape.size -> !shape.size
  %i = shape.size_to_index %e : !shape.size
  %t = tensor.from_elements %i : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"shape.rank"(%x: tensor<?x?x?xf32>) -> tensor<?xf32> {
  %s = shape.shape_of %x : tensor<?x?x?xf32> -> tensor<?xindex>
  %r = shape.rank %s : tensor<?xindex> -> index
  %t = tensor.from_elements %r : tensor<1xindex>
  %c = arith.constant dense<3> : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %c, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"shape.const_shape"(%x: tensor<f32>) -> tensor<2x3xf32> {
  %c = shape.const_shape [2, 3] : tensor<2xindex>
  %y = stablehlo.dynamic_broadcast_in_dim %x, %c, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  %z = stablehlo.dynamic_iota %c, dim = 0 : (tensor<2xindex>) -> tensor<2x3xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?x?xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %sum : tensor<2x3xf32>
}

// -----

func.func @"shape.from_extents"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = shape.from_extents %m, %n : index, index
  %t = shape.to_extent_tensor %s : !shape.shape -> tensor<2xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
  %z = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"shape.to_extent_tensor"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = shape.from_extents %m, %n : index, index
  %t = shape.to_extent_tensor %s : !shape.shape -> tensor<2xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
  %z = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"shape.from_extent_tensor"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %h = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %s = shape.from_extent_tensor %h : tensor<2xindex>
  %t = shape.to_extent_tensor %s : !shape.shape -> tensor<2xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tensor.extract: of a matrix"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.constant dense<[[1, 2], [3, 5]]> : tensor<2x2xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.extract %s[%c1, %c0] : tensor<2x2xi32>
  %t = tensor.from_elements %n : tensor<1xi32>
  %c3 = stablehlo.constant dense<3> : tensor<1xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %c3, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"shape.value_as_shape"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = shape.value_as_shape %m : tensor<1xi32> -> !shape.shape
  %t = shape.to_extent_tensor %s : !shape.shape -> tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"shape.any"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %a = shape.any %s, %s : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
  %y = stablehlo.dynamic_iota %a, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// also: shape.is_broadcastable
func.func @"shape.shape_eq"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %p = shape.shape_eq %s, %s : tensor<1xindex>, tensor<1xindex>
  %m = arith.select %p, %n, %k : index
  %t = tensor.from_elements %m : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}
