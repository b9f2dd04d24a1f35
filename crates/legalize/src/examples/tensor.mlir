func.func @"tensor.dim"(%a: tensor<2x?xf32>, %i: tensor<index>) -> tensor<index> {
  %x = tensor.extract %i[] : tensor<index>
  %0 = tensor.dim %a, %x : tensor<2x?xf32>
  %1 = tensor.from_elements %0 : tensor<index>
  return %1 : tensor<index>
}

// -----

func.func @"tensor.rank"(%a: tensor<2x?xf32>) -> tensor<index> {
  %0 = tensor.rank %a : tensor<2x?xf32>
  %1 = tensor.from_elements %0 : tensor<index>
  return %1 : tensor<index>
}

// -----

func.func @"tensor.extract"(%a: tensor<2x3xf32>, %i: tensor<index>) -> tensor<f32> {
  %c1 = arith.constant 1 : index
  %x = tensor.extract %i[] : tensor<index>
  %0 = tensor.extract %a[%c1, %x] : tensor<2x3xf32>
  %1 = tensor.from_elements %0 : tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @"tensor.from_elements"(%a: tensor<f32>) -> tensor<2x2xf32> {
  %x = tensor.extract %a[] : tensor<f32>
  %c = arith.constant 2.0 : f32
  %0 = tensor.from_elements %x, %c, %c, %x : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @"tensor.splat"(%a: tensor<f32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %x = tensor.extract %a[] : tensor<f32>
  %0 = tensor.splat %x[%n] : tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

func.func @"tensor.cast"(%a: tensor<?x?xf32>) -> tensor<2x?xf32> {
  %0 = tensor.cast %a : tensor<?x?xf32> to tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

func.func @"tensor.bitcast"(%a: tensor<?xi32>) -> tensor<?xui32> {
  %0 = tensor.bitcast %a : tensor<?xi32> to tensor<?xui32>
  return %0 : tensor<?xui32>
}

// -----

func.func @"tensor.reshape"(%a: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = tensor.reshape %a(%s) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @"tensor.collapse_shape"(%a: tensor<2x?x3xf32>) -> tensor<?x3xf32> {
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x?x3xf32> into tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

func.func @"tensor.expand_shape"(%a: tensor<?x3xf32>, %b: tensor<?xf32>) -> tensor<2x?x3xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, %n, 3] : tensor<?x3xf32> into tensor<2x?x3xf32>
  return %0 : tensor<2x?x3xf32>
}

// -----

func.func @"tensor.concat"(%a: tensor<?x2xf32>, %b: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

func.func @"tensor.extract_slice"(%a: tensor<?x6xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x6xf32>
  %0 = tensor.extract_slice %a[0, 1] [%n, 2] [1, 2] : tensor<?x6xf32> to tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

func.func @"tensor.insert_slice"(%a: tensor<1x2xf32>, %b: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %0 = tensor.insert_slice %a into %b[1, 3] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// -----

func.func @"tensor.insert"(%a: tensor<f32>, %b: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %x = tensor.extract %a[] : tensor<f32>
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %x into %b[%c0, %c0] : tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// -----

func.func @"tensor.empty"(%a: tensor<f32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %0 = tensor.empty(%n) : tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
