func.func @"stablehlo.reshape"(%a: tensor<2x3x$T>) -> tensor<6x$T> {
  %0 = stablehlo.reshape %a : (tensor<2x3x$T>) -> tensor<6x$T>
  return %0 : tensor<6x$T>
}

// -----

func.func @"stablehlo.dynamic_reshape"(%a: tensor<2x3x$T>) -> tensor<3x2x$T> {
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3x$T>, tensor<2xi32>) -> tensor<3x2x$T>
  return %0 : tensor<3x2x$T>
}

// -----

func.func @"stablehlo.broadcast_in_dim"(%a: tensor<1x$T>) -> tensor<3x$T> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1x$T>) -> tensor<3x$T>
  return %0 : tensor<3x$T>
}

// -----

func.func @"stablehlo.transpose"(%a: tensor<2x3x$T>) -> tensor<3x2x$T> {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3x$T>) -> tensor<3x2x$T>
  return %0 : tensor<3x2x$T>
}

// -----

func.func @"stablehlo.concatenate"(%a: tensor<2x$T>, %b: tensor<1x$T>) -> tensor<3x$T> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x$T>, tensor<1x$T>) -> tensor<3x$T>
  return %0 : tensor<3x$T>
}

// -----

func.func @"stablehlo.concatenate: rows"(%a: tensor<1x2x$T>, %b: tensor<2x2x$T>) -> tensor<3x2x$T> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1x2x$T>, tensor<2x2x$T>) -> tensor<3x2x$T>
  return %0 : tensor<3x2x$T>
}

// -----

func.func @"stablehlo.slice"(%a: tensor<2x3x$T>) -> tensor<2x2x$T> {
  %0 = stablehlo.slice %a [0:2, 0:3:2] : (tensor<2x3x$T>) -> tensor<2x2x$T>
  return %0 : tensor<2x2x$T>
}

// -----

func.func @"stablehlo.real_dynamic_slice"(%a: tensor<3x$T>) -> tensor<2x$T> {
  %s = stablehlo.constant dense<0> : tensor<1xi32>
  %l = stablehlo.constant dense<3> : tensor<1xi32>
  %d = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %a, %s, %l, %d : (tensor<3x$T>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.dynamic_slice"(%a: tensor<3x$T>) -> tensor<2x$T> {
  %i = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [2] : (tensor<3x$T>, tensor<i32>) -> tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.dynamic_slice: from a negative index"(%a: tensor<3x$T>) -> tensor<2x$T> {
  %i = stablehlo.constant dense<-1> : tensor<i32>
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [2] : (tensor<3x$T>, tensor<i32>) -> tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.dynamic_slice: from an index without a sign"(%a: tensor<3x$T>) -> tensor<2x$T> {
  %i = stablehlo.constant dense<200> : tensor<ui8>
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [2] : (tensor<3x$T>, tensor<ui8>) -> tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.gather"(%a: tensor<3x$T>) -> tensor<2x$T> {
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<3x$T>, tensor<2x1xi32>) -> tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.gather: out of range"(%a: tensor<3x$T>) -> tensor<2x$T> {
  %i = stablehlo.constant dense<[[-1], [7]]> : tensor<2x1xi64>
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<3x$T>, tensor<2x1xi64>) -> tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.gather: at indices without a sign"(%a: tensor<3x$T>) -> tensor<2x$T> {
  %i = stablehlo.constant dense<[[200], [1]]> : tensor<2x1xui8>
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<3x$T>, tensor<2x1xui8>) -> tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.torch_index_select"(%a: tensor<3x$T>) -> tensor<2x$T> {
  %i = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
  %0 = "stablehlo.torch_index_select"(%a, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<3x$T>, tensor<2xi32>) -> tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.reduce: add"(%a: tensor<3x$T>, %c: tensor<$T>) -> tensor<$T> {
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [0] : (tensor<3x$T>, tensor<$T>) -> tensor<$T>
  return %0 : tensor<$T>
}

// -----

func.func @"stablehlo.reduce: multiply"(%a: tensor<3x$T>, %c: tensor<$T>) -> tensor<$T> {
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.multiply across dimensions = [0] : (tensor<3x$T>, tensor<$T>) -> tensor<$T>
  return %0 : tensor<$T>
}

// -----

func.func @"stablehlo.reduce: maximum"(%a: tensor<3x$T>, %c: tensor<$T>) -> tensor<$T> {
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<3x$T>, tensor<$T>) -> tensor<$T>
  return %0 : tensor<$T>
}

// -----

func.func @"stablehlo.reduce: minimum"(%a: tensor<3x$T>, %c: tensor<$T>) -> tensor<$T> {
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.minimum across dimensions = [0] : (tensor<3x$T>, tensor<$T>) -> tensor<$T>
  return %0 : tensor<$T>
}

// -----

func.func @"stablehlo.custom_call"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{replicated}"} : (tensor<2x$T>) -> tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"tensor.extract"(%a: tensor<3x$T>, %i: index) -> $T {
  %0 = tensor.extract %a[%i] : tensor<3x$T>
  return %0 : $T
}

// -----

func.func @"tensor.extract: of two dims"(%a: tensor<2x3x$T>) -> $T {
  %i = arith.constant 1 : index
  %0 = tensor.extract %a[%i, %i] : tensor<2x3x$T>
  return %0 : $T
}

// -----

func.func @"util.assume.int"(%a: $T) -> $T {
  %0 = "util.assume.int"(%a) {assumptions = [[]]} : ($T) -> $T
  return %0 : $T
}

// -----

func.func @"tensor.from_elements"(%a: $T, %b: $T) -> tensor<2x$T> {
  %0 = tensor.from_elements %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"tensor.cast"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %s = tensor.cast %a : tensor<2x$T> to tensor<?x$T>
  %0 = tensor.cast %s : tensor<?x$T> to tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"tensor.collapse_shape"(%a: tensor<2x3x$T>) -> tensor<6x$T> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<2x3x$T> into tensor<6x$T>
  return %0 : tensor<6x$T>
}

// -----

func.func @"tensor.expand_shape"(%a: tensor<6x$T>) -> tensor<2x3x$T> {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 3] : tensor<6x$T> into tensor<2x3x$T>
  return %0 : tensor<2x3x$T>
}

// -----

func.func @"tensor.concat"(%a: tensor<2x$T>, %b: tensor<1x$T>) -> tensor<3x$T> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x$T>, tensor<1x$T>) -> tensor<3x$T>
  return %0 : tensor<3x$T>
}

// -----

func.func @"tensor.extract_slice"(%a: tensor<5x$T>) -> tensor<2x$T> {
  %c = arith.constant 1 : index
  %0 = tensor.extract_slice %a[%c] [2] [2] : tensor<5x$T> to tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"sdy.propagation_barrier"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = sdy.propagation_barrier %a allowed_direction=NONE : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

// also: sdy.reshard
func.func @"sdy.sharding_constraint"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = sdy.sharding_constraint %a <mesh<["x"=2]>, [{}]> : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.real_dynamic_slice: sizes of any type"(%a: tensor<7x$T>, %i: tensor<1x$T>, %n: tensor<1x$T>, %d: tensor<1x$T>) -> tensor<?x$T> {
  %0 = stablehlo.add %i, %n : tensor<1x$T>
  %1 = stablehlo.real_dynamic_slice %a, %i, %0, %d : (tensor<7x$T>, tensor<1x$T>, tensor<1x$T>, tensor<1x$T>) -> tensor<?x$T>
  %2 = stablehlo.negate %1 : tensor<?x$T>
  return %2 : tensor<?x$T>
}

// -----

func.func @"stablehlo.dynamic_reshape: sizes of any type"(%a: tensor<?xf32>, %n: tensor<1x$T>, %m: tensor<1x$T>) -> tensor<?xf32> {
  %0 = stablehlo.subtract %n, %m : tensor<1x$T>
  %1 = stablehlo.dynamic_reshape %a, %0 : (tensor<?xf32>, tensor<1x$T>) -> tensor<?xf32>
  %2 = stablehlo.negate %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}
