func.func @"stablehlo.get_dimension_size"(%x: tensor<?x?xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

func.func @"tensor.dim"(%x: tensor<?x?xf32>, %i: index) -> index {
  %0 = tensor.dim %x, %i : tensor<?x?xf32>
  return %0 : index
}

// -----

func.func @"shape.dim"(%x: tensor<?x?xf32>, %i: index) -> index {
  %0 = shape.dim %x, %i : tensor<?x?xf32>, index -> index
  return %0 : index
}

// -----

func.func @"tensor.rank"(%x: tensor<?x?xf32>) -> index {
  %0 = tensor.rank %x : tensor<?x?xf32>
  return %0 : index
}

// -----

func.func @"shape.shape_of"(%x: tensor<?x?xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

// also: shape.num_elements
func.func @"shape.rank"(%a: tensor<3xindex>) -> index {
  %0 = shape.rank %a : tensor<3xindex> -> index
  return %0 : index
}

// -----

func.func @"shape.get_extent"(%a: tensor<3xindex>, %i: index) -> index {
  %0 = shape.get_extent %a, %i : tensor<3xindex>, index -> index
  return %0 : index
}

// -----

// also: shape.min
func.func @"shape.max"(%a: index, %b: index) -> !shape.size {
  %s = shape.index_to_size %a
  %t = shape.index_to_size %b
  %0 = shape.max %s, %t : !shape.size, !shape.size -> !shape.size
  return %0 : !shape.size
}

// -----

// also: shape.mul, shape.div
func.func @"shape.add"(%a: index, %b: index) -> index {
  %0 = shape.add %a, %b : index, index -> index
  return %0 : index
}

// -----

func.func @"shape.from_extents"(%a: index, %b: index) -> !shape.shape {
  %0 = shape.from_extents %a, %b : index, index
  return %0 : !shape.shape
}

// -----

func.func @"shape.from_extent_tensor"(%a: tensor<3xindex>) -> !shape.shape {
  %0 = shape.from_extent_tensor %a : tensor<3xindex>
  return %0 : !shape.shape
}

// -----

func.func @"shape.to_extent_tensor"(%a: tensor<3xindex>) -> tensor<3xindex> {
  %s = shape.from_extent_tensor %a : tensor<3xindex>
  %0 = shape.to_extent_tensor %s : !shape.shape -> tensor<3xindex>
  return %0 : tensor<3xindex>
}

// -----

func.func @"shape.index_to_size"(%a: index) -> !shape.size {
  %0 = shape.index_to_size %a
  return %0 : !shape.size
}

// -----

func.func @"shape.size_to_index"(%a: index) -> index {
  %s = shape.index_to_size %a
  %0 = shape.size_to_index %s : !shape.size
  return %0 : index
}

// -----

func.func @"shape.value_as_shape"(%a: tensor<3x$T>) -> !shape.shape {
  %0 = shape.value_as_shape %a : tensor<3x$T> -> !shape.shape
  return %0 : !shape.shape
}

// -----

func.func @"shape.any"(%a: tensor<3xindex>) -> tensor<3xindex> {
  %0 = shape.any %a, %a : tensor<3xindex>, tensor<3xindex> -> tensor<3xindex>
  return %0 : tensor<3xindex>
}

// -----

func.func @"shape.is_broadcastable"(%a: tensor<2xindex>, %b: tensor<1xindex>) -> i1 {
  %0 = shape.is_broadcastable %a, %b : tensor<2xindex>, tensor<1xindex>
  return %0 : i1
}

// -----

func.func @"shape.shape_eq"(%a: tensor<2xindex>, %b: tensor<2xindex>) -> i1 {
  %0 = shape.shape_eq %a, %b : tensor<2xindex>, tensor<2xindex>
  return %0 : i1
}

// -----

func.func @"shape.broadcast"(%a: tensor<2xindex>, %b: tensor<1xindex>) -> tensor<2xindex> {
  %0 = shape.broadcast %a, %b : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

func.func @"shape.concat"(%a: tensor<2xindex>, %b: tensor<1xindex>) -> tensor<3xindex> {
  %0 = shape.concat %a, %b : tensor<2xindex>, tensor<1xindex> -> tensor<3xindex>
  return %0 : tensor<3xindex>
}

// -----

func.func @"shape.split_at"(%a: tensor<3xindex>) -> !shape.shape {
  %i = arith.constant -2 : index
  %s = shape.from_extent_tensor %a : tensor<3xindex>
  %0, %1 = "shape.split_at"(%s, %i) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  return %1 : !shape.shape
}
