func.func @"shape.shape_of"(%a: tensor<2x?xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %a : tensor<2x?xf32> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

func.func @"shape.const_shape"() -> tensor<2xindex> {
  %0 = shape.const_shape [2, 3] : tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

func.func @"shape.const_size"() -> tensor<index> {
  %0 = shape.const_size 4
  %1 = shape.size_to_index %0 : !shape.size
  %2 = tensor.from_elements %1 : tensor<index>
  return %2 : tensor<index>
}

// -----

func.func @"shape.broadcast"(%a: tensor<?x1xf32>, %b: tensor<?xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
  return %2 : tensor<2xindex>
}

// -----

func.func @"shape.concat"(%a: tensor<?x1xf32>, %b: tensor<?xf32>) -> tensor<3xindex> {
  %0 = shape.shape_of %a : tensor<?x1xf32> -> !shape.shape
  %1 = shape.shape_of %b : tensor<?xf32> -> !shape.shape
  %2 = shape.concat %0, %1 : !shape.shape, !shape.shape -> !shape.shape
  %3 = shape.to_extent_tensor %2 : !shape.shape -> tensor<3xindex>
  return %3 : tensor<3xindex>
}

// -----

func.func @"shape.split_at"(%a: tensor<?x1x3xf32>) -> tensor<1xindex> {
  %0 = shape.shape_of %a : tensor<?x1x3xf32> -> !shape.shape
  %c = arith.constant -1 : index
  %h, %t = "shape.split_at"(%0, %c) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  %3 = shape.to_extent_tensor %t : !shape.shape -> tensor<1xindex>
  return %3 : tensor<1xindex>
}

// -----

func.func @"shape.any"(%a: tensor<?x1xf32>, %b: tensor<?x1xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?x1xf32> -> tensor<2xindex>
  %2 = shape.any %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %2 : tensor<2xindex>
}

// -----

func.func @"shape.to_extent_tensor"(%a: tensor<2x?xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %a : tensor<2x?xf32> -> !shape.shape
  %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex>
  return %1 : tensor<2xindex>
}

// -----

func.func @"shape.from_extent_tensor"(%a: tensor<2xindex>) -> tensor<2xindex> {
  %0 = shape.from_extent_tensor %a : tensor<2xindex>
  %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex>
  return %1 : tensor<2xindex>
}

// -----

func.func @"shape.value_as_shape"(%a: tensor<2xi32>) -> tensor<2xindex> {
  %0 = shape.value_as_shape %a : tensor<2xi32> -> !shape.shape
  %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex>
  return %1 : tensor<2xindex>
}

// -----

func.func @"shape.from_extents"(%a: tensor<?xf32>) -> tensor<2xindex> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %0 = shape.from_extents %n, %n : index, index
  %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex>
  return %1 : tensor<2xindex>
}

// -----

func.func @"shape.rank"(%a: tensor<2x?xf32>) -> tensor<index> {
  %0 = shape.shape_of %a : tensor<2x?xf32> -> tensor<2xindex>
  %1 = shape.rank %0 : tensor<2xindex> -> index
  %2 = tensor.from_elements %1 : tensor<index>
  return %2 : tensor<index>
}

// -----

func.func @"shape.get_extent"(%a: tensor<2x?xf32>) -> tensor<index> {
  %0 = shape.shape_of %a : tensor<2x?xf32> -> tensor<2xindex>
  %c = arith.constant 1 : index
  %1 = shape.get_extent %0, %c : tensor<2xindex>, index -> index
  %2 = tensor.from_elements %1 : tensor<index>
  return %2 : tensor<index>
}

// -----

func.func @"shape.dim"(%a: tensor<2x?xf32>) -> tensor<index> {
  %c = arith.constant 1 : index
  %1 = shape.dim %a, %c : tensor<2x?xf32>, index -> index
  %2 = tensor.from_elements %1 : tensor<index>
  return %2 : tensor<index>
}

// -----

func.func @"shape.num_elements"(%a: tensor<?x?xf32>) -> tensor<index> {
  %0 = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex>
  %1 = shape.num_elements %0 : tensor<2xindex> -> index
  %2 = tensor.from_elements %1 : tensor<index>
  return %2 : tensor<index>
}

// -----

func.func @"shape.index_to_size"(%a: tensor<?xf32>) -> tensor<index> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %0 = shape.index_to_size %n
  %1 = shape.size_to_index %0 : !shape.size
  %2 = tensor.from_elements %1 : tensor<index>
  return %2 : tensor<index>
}

// -----

func.func @"shape.size_to_index"(%a: tensor<?xf32>) -> tensor<index> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %1 = shape.size_to_index %n : index
  %2 = tensor.from_elements %1 : tensor<index>
  return %2 : tensor<index>
}

// -----

// also: shape.mul, shape.div
func.func @"shape.add"(%a: tensor<?x?xf32>) -> tensor<index> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xf32>
  %m = tensor.dim %a, %c1 : tensor<?x?xf32>
  %1 = shape.add %n, %m : index, index -> index
  %2 = tensor.from_elements %1 : tensor<index>
  return %2 : tensor<index>
}

// -----

// also: shape.min
func.func @"shape.max"(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %a : tensor<?x?xf32> -> !shape.shape
  %1 = shape.shape_of %b : tensor<?x?xf32> -> !shape.shape
  %2 = shape.max %0, %1 : !shape.shape, !shape.shape -> !shape.shape
  %3 = shape.to_extent_tensor %2 : !shape.shape -> tensor<2xindex>
  return %3 : tensor<2xindex>
}

// -----

func.func @"shape.is_broadcastable"(%a: tensor<?x1xf32>, %b: tensor<?xf32>) -> tensor<i1> {
  %0 = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.is_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex>
  %3 = tensor.from_elements %2 : tensor<i1>
  return %3 : tensor<i1>
}

// -----

func.func @"shape.shape_eq"(%a: tensor<?x1xf32>, %b: tensor<?x?xf32>) -> tensor<i1> {
  %0 = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?x?xf32> -> tensor<2xindex>
  %2 = shape.shape_eq %0, %1 : tensor<2xindex>, tensor<2xindex>
  %3 = tensor.from_elements %2 : tensor<i1>
  return %3 : tensor<i1>
}

// -----

func.func @"shape.assuming_all"(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_eq %0, %1 : tensor<1xindex>, tensor<1xindex>
  %x = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<1xindex>
  %y = shape.assuming_all %w, %x
  %2 = shape.assuming %y -> (tensor<?xf32>) {
    %3 = stablehlo.add %a, %b : tensor<?xf32>
    shape.assuming_yield %3 : tensor<?xf32>
  }
  return %2 : tensor<?xf32>
}

// -----

func.func @"shape.assuming"(%a: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.const_witness true
  %2 = shape.assuming %w -> (tensor<?xf32>) {
    %3 = stablehlo.add %a, %a : tensor<?xf32>
    shape.assuming_yield %3 : tensor<?xf32>
  }
  return %2 : tensor<?xf32>
}

// -----

func.func @"shape.assuming_yield"(%a: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.const_witness true
  %2 = shape.assuming %w -> (tensor<?xf32>) {
    shape.assuming_yield %a : tensor<?xf32>
  }
  return %2 : tensor<?xf32>
}

// -----

func.func @"shape.cstr_broadcastable"(%a: tensor<?x1xf32>, %b: tensor<?xf32>) -> tensor<?x1xf32> {
  %0 = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex>
  return %a : tensor<?x1xf32>
}

// -----

func.func @"shape.cstr_eq"(%a: tensor<?x1xf32>, %b: tensor<?x?xf32>) -> tensor<?x1xf32> {
  %0 = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?x?xf32> -> tensor<2xindex>
  %w = shape.cstr_eq %0, %1 : tensor<2xindex>, tensor<2xindex>
  return %a : tensor<?x1xf32>
}

// -----

func.func @"shape.cstr_require"(%a: tensor<i1>) -> tensor<i1> {
  %0 = tensor.extract %a[] : tensor<i1>
  %w = shape.cstr_require %0, "must hold"
  return %a : tensor<i1>
}

// -----

func.func @"cf.assert"(%a: tensor<i1>) -> tensor<i1> {
  %0 = tensor.extract %a[] : tensor<i1>
  cf.assert %0, "must hold"
  return %a : tensor<i1>
}

// -----

func.func @"shape.const_witness"(%a: tensor<i1>) -> tensor<i1> {
  %w = shape.const_witness true
  return %a : tensor<i1>
}
