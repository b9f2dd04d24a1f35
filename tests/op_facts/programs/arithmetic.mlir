func.func @"stablehlo.add"(%x: tensor<?xf32>, %k: tensor<1xi32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.add %m, %k : tensor<1xi32>
  %t = stablehlo.add %k, %m : tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.add: sizes"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.add %x, %y : tensor<?xf32>
  %sum = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.subtract"(%x: tensor<?xf32>, %k: tensor<1xi32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.subtract %m, %k : tensor<1xi32>
  %t = stablehlo.subtract %m, %k : tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.subtract: sizes"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.subtract %x, %y : tensor<?xf32>
  %sum = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.multiply"(%x: tensor<?xf32>, %k: tensor<1xi32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.multiply %m, %k : tensor<1xi32>
  %t = stablehlo.multiply %k, %m : tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.multiply: sizes"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.multiply %x, %y : tensor<?xf32>
  %sum = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.divide"(%x: tensor<?xf32>, %k: tensor<1xi32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.divide %m, %k : tensor<1xi32>
  %t = stablehlo.divide %m, %k : tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.divide: sizes"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.divide %x, %y : tensor<?xf32>
  %sum = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.remainder"(%x: tensor<?xf32>, %k: tensor<1xi32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.remainder %m, %k : tensor<1xi32>
  %t = stablehlo.remainder %m, %k : tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.remainder: sizes"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.remainder %x, %y : tensor<?xf32>
  %sum = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.maximum"(%x: tensor<?xf32>, %k: tensor<1xi32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.maximum %m, %k : tensor<1xi32>
  %t = stablehlo.maximum %k, %m : tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.maximum: sizes"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.maximum %x, %y : tensor<?xf32>
  %sum = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.minimum"(%x: tensor<?xf32>, %k: tensor<1xi32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.minimum %m, %k : tensor<1xi32>
  %t = stablehlo.minimum %k, %m : tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.minimum: sizes"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.minimum %x, %y : tensor<?xf32>
  %sum = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// A sum in 32 bits may wrap where one in 64 bits does not.
func.func @"stablehlo.add: of another width"(%x: tensor<?xf32>) -> tensor<?xf32> {
  // guards: 1
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %k = stablehlo.constant dense<2147483647> : tensor<1xi32>
  %s = stablehlo.add %m, %k : tensor<1xi32>
  %w = stablehlo.convert %m : (tensor<1xi32>) -> tensor<1xi64>
  %l = stablehlo.convert %k : (tensor<1xi32>) -> tensor<1xi64>
  %t = stablehlo.add %w, %l : tensor<1xi64>
  %u = stablehlo.convert %t : (tensor<1xi64>) -> tensor<1xi32>
  %i = stablehlo.constant dense<1> : tensor<1xi32>
  %s1 = stablehlo.maximum %s, %i : tensor<1xi32>
  %u1 = stablehlo.maximum %u, %i : tensor<1xi32>
  %s2 = stablehlo.minimum %s1, %m : tensor<1xi32>
  %u2 = stablehlo.minimum %u1, %m : tensor<1xi32>
  %y = stablehlo.dynamic_iota %s2, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %u2, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// A slice says that the size is 2 at least.
func.func @"stablehlo.maximum: of a greater size"(%x: tensor<?xf32>, %p: tensor<3xf32>) -> tensor<?xf32> {
  %w = stablehlo.concatenate %x, %p, dim = 0 : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  %v = stablehlo.slice %w [0:2] : (tensor<?xf32>) -> tensor<2xf32>
  %n = stablehlo.get_dimension_size %w, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %s = stablehlo.maximum %n, %c2 : tensor<i32>
  %m = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %w, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.convert"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %w = stablehlo.convert %m : (tensor<1xi32>) -> tensor<1xi64>
  %y = stablehlo.dynamic_iota %w, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.convert: sizes"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = stablehlo.convert %x : (tensor<?xf32>) -> tensor<?xf64>
  %z = stablehlo.convert %y : (tensor<?xf64>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// It may wrap.
func.func @"stablehlo.convert: narrower"(%x: tensor<?xf32>, %k: tensor<1xi64>) -> tensor<?xf32> {
  // guards: 1
  %s = stablehlo.convert %k : (tensor<1xi64>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %k, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.compare"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.compare EQ, %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.and"(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = stablehlo.and %x, %y : tensor<?xi32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

func.func @"stablehlo.or"(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = stablehlo.or %x, %y : tensor<?xi32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

func.func @"stablehlo.not"(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = stablehlo.not %x : tensor<?xi32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

func.func @"arith.addi"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = arith.addi %n, %k : index
  %t = arith.addi %k, %n : index
  %st = tensor.from_elements %s : tensor<1xindex>
  %tt = tensor.from_elements %t : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.addi: sizes"(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.addi %x, %y : tensor<?xi32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

func.func @"arith.subi"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = arith.subi %n, %k : index
  %t = arith.subi %n, %k : index
  %st = tensor.from_elements %s : tensor<1xindex>
  %tt = tensor.from_elements %t : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.subi: sizes"(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.subi %x, %y : tensor<?xi32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

func.func @"arith.muli"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = arith.muli %n, %k : index
  %t = arith.muli %k, %n : index
  %st = tensor.from_elements %s : tensor<1xindex>
  %tt = tensor.from_elements %t : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.muli: sizes"(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.muli %x, %y : tensor<?xi32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

func.func @"arith.maxsi"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = arith.maxsi %n, %k : index
  %t = arith.maxsi %k, %n : index
  %st = tensor.from_elements %s : tensor<1xindex>
  %tt = tensor.from_elements %t : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.maxsi: sizes"(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.maxsi %x, %y : tensor<?xi32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

func.func @"arith.minsi"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = arith.minsi %n, %k : index
  %t = arith.minsi %k, %n : index
  %st = tensor.from_elements %s : tensor<1xindex>
  %tt = tensor.from_elements %t : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.minsi: sizes"(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.minsi %x, %y : tensor<?xi32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

func.func @"arith.index_cast"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = arith.index_cast %n : index to i32
  %st = tensor.from_elements %s : tensor<1xi32>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.index_cast: wider"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = arith.index_cast %n : index to i64
  %st = tensor.from_elements %s : tensor<1xi64>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.extsi"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %e = arith.extsi %m : tensor<1xi32> to tensor<1xi64>
  %y = stablehlo.dynamic_iota %e, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.trunci"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %w = arith.index_cast %n : index to i64
  %s = arith.trunci %w : i64 to i32
  %st = tensor.from_elements %s : tensor<1xi32>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.index_cast: sizes"(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.index_cast %x : tensor<?xi32> to tensor<?xindex>
  %1 = arith.index_cast %0 : tensor<?xindex> to tensor<?xi32>
  %sum = chlo.broadcast_add %x, %1 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

func.func @"arith.extsi: sizes"(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.extsi %x : tensor<?xi32> to tensor<?xi64>
  %1 = stablehlo.convert %0 : (tensor<?xi64>) -> tensor<?xi32>
  %sum = chlo.broadcast_add %x, %1 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

func.func @"arith.trunci: sizes"(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = stablehlo.convert %x : (tensor<?xi32>) -> tensor<?xi64>
  %1 = arith.trunci %0 : tensor<?xi64> to tensor<?xi32>
  %sum = chlo.broadcast_add %x, %1 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}
