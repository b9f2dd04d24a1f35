// also: stablehlo.multiply, stablehlo.maximum, stablehlo.minimum
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

// also: stablehlo.subtract, stablehlo.multiply, stablehlo.divide, stablehlo.remainder, stablehlo.maximum
// also: stablehlo.minimum
func.func @"stablehlo.add: sizes"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.add %x, %y : tensor<?xf32>
  %sum = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// also: stablehlo.divide, stablehlo.remainder
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

// A sum in 32 bits may wrap where one in 64 bits does not: in 32 bits they are equal.
func.func @"stablehlo.add: of another width"(%x: tensor<?xf32>) -> tensor<?xf32> {
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

// In 64 bits they are not.
func.func @"stablehlo.convert: of a sum that wraps"(%x: tensor<?xf32>) -> tensor<?xf32> {
  // guards: 1
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %k = stablehlo.constant dense<2147483647> : tensor<1xi32>
  %s = stablehlo.add %m, %k : tensor<1xi32>
  %w = stablehlo.convert %m : (tensor<1xi32>) -> tensor<1xi64>
  %l = stablehlo.convert %k : (tensor<1xi32>) -> tensor<1xi64>
  %t = stablehlo.add %w, %l : tensor<1xi64>
  %u = stablehlo.convert %s : (tensor<1xi32>) -> tensor<1xi64>
  %i = stablehlo.constant dense<1> : tensor<1xi64>
  %t1 = stablehlo.maximum %t, %i : tensor<1xi64>
  %u1 = stablehlo.maximum %u, %i : tensor<1xi64>
  %t2 = stablehlo.minimum %t1, %w : tensor<1xi64>
  %u2 = stablehlo.minimum %u1, %w : tensor<1xi64>
  %y = stablehlo.dynamic_iota %t2, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %u2, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// A slice implies that the size is at least 2.
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

// A dim has fewer than 2^31 elements, so nothing was truncated.
func.func @"stablehlo.convert: narrower"(%x: tensor<?xf32>, %k: tensor<1xi64>) -> tensor<?xf32> {
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

// also: stablehlo.or, arith.andi, arith.ori, arith.xori, stablehlo.xor, arith.shli, arith.shrsi, arith.shrui
func.func @"stablehlo.and"(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = stablehlo.and %x, %y : tensor<?xi32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

// also: math.absi
func.func @"stablehlo.not"(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = stablehlo.not %x : tensor<?xi32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

// also: arith.muli, arith.maxsi, arith.minsi, arith.maxui, arith.minui
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

// also: arith.subi, arith.muli, arith.maxsi, arith.minsi, arith.divsi, arith.divui, arith.ceildivsi
// also: arith.ceildivui, arith.floordivsi, arith.remsi, arith.remui, arith.maxui, arith.minui
func.func @"arith.addi: sizes"(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.addi %x, %y : tensor<?xi32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

// also: arith.divsi, arith.divui, arith.ceildivsi, arith.ceildivui, arith.floordivsi, arith.remsi, arith.remui
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

// also: arith.index_castui
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

// also: arith.extui
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

// also: arith.extui
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

// -----

func.func @"stablehlo.clamp"(%l: tensor<?x?xf32>, %x: tensor<?x?xf32>, %h: tensor<f32>) -> tensor<?x?xf32> {
  // guards: 0
  %0 = stablehlo.clamp %l, %x, %l : tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %l : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.clamp: by scalars"(%l: tensor<f32>, %x: tensor<?x?xf32>, %h: tensor<f32>) -> tensor<?x?xf32> {
  %0 = stablehlo.clamp %l, %x, %h : (tensor<f32>, tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.clamp: elements"(%x: tensor<?xf32>, %k: tensor<1xi32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %s = stablehlo.clamp %c1, %k, %n : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
  %d1 = stablehlo.constant dense<1> : tensor<1xi32>
  %u = stablehlo.maximum %k, %d1 : tensor<1xi32>
  %t = stablehlo.minimum %u, %m : tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.select"(%p: tensor<?x?xi1>, %x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.select %p, %x, %y : tensor<?x?xi1>, tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.select: by a scalar"(%p: tensor<i1>, %x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.select: elements"(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %w = stablehlo.negate %x : tensor<?xf32>
  %o = stablehlo.get_dimension_size %w, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %q = stablehlo.select %p, %n, %o : tensor<i1>, tensor<i32>
  %s = stablehlo.reshape %q : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.select: one of two"(%p: tensor<i1>, %k: tensor<1xi32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  // guards: 1
  %s = stablehlo.select %p, %m, %k : tensor<i1>, tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.abs"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.abs %m : tensor<1xi32>
  %w = stablehlo.abs %x : tensor<?xf32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %w, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.abs: of any number"(%k: tensor<1xi32>) -> tensor<?xf32> {
  // guards: 1
  %s = stablehlo.abs %k : tensor<1xi32>
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %t = stablehlo.maximum %k, %c : tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// also: stablehlo.floor
// Frontends compute the sizes of integer ranges in this way.
func.func @"stablehlo.ceil"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %f = stablehlo.convert %m : (tensor<1xi32>) -> tensor<1xf64>
  %one = stablehlo.constant dense<1.0> : tensor<1xf64>
  %d = stablehlo.divide %f, %one : tensor<1xf64>
  %g = stablehlo.ceil %d : tensor<1xf64>
  %s = stablehlo.convert %g : (tensor<1xf64>) -> tensor<1xi32>
  %w = stablehlo.ceil %x : tensor<?xf32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %w, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// also: stablehlo.floor
func.func @"stablehlo.ceil: of a fraction"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  // guards: 1
  %f = stablehlo.convert %m : (tensor<1xi32>) -> tensor<1xf64>
  %two = stablehlo.constant dense<2.0> : tensor<1xf64>
  %d = stablehlo.divide %f, %two : tensor<1xf64>
  %g = stablehlo.ceil %d : tensor<1xf64>
  %s = stablehlo.convert %g : (tensor<1xf64>) -> tensor<1xi32>
  %t = stablehlo.convert %d : (tensor<1xf64>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// Floats of 32 bits do not represent all integers.
func.func @"stablehlo.convert: to floats of 32 bits"(%k: tensor<1xi32>) -> tensor<?xf32> {
  // guards: 1
  %f = stablehlo.convert %k : (tensor<1xi32>) -> tensor<1xf32>
  %s = stablehlo.convert %f : (tensor<1xf32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %k, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// also: arith.floordivsi, arith.ceildivsi
// Negative numbers, and remainders, make them differ.
func.func @"arith.divui: not divsi"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // guards: 1
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %s = arith.divsi %k, %c3 : index
  %t = arith.divui %k, %c3 : index
  %u = arith.maxsi %s, %c1 : index
  %v = arith.maxsi %t, %c1 : index
  %s1 = arith.minsi %u, %c3 : index
  %t1 = arith.minsi %v, %c3 : index
  %st = tensor.from_elements %s1 : tensor<1xindex>
  %tt = tensor.from_elements %t1 : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// Negative numbers, and remainders, make them differ.
func.func @"arith.ceildivui: not divui"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // guards: 1
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %s = arith.divui %k, %c3 : index
  %t = arith.ceildivui %k, %c3 : index
  %u = arith.maxsi %s, %c1 : index
  %v = arith.maxsi %t, %c1 : index
  %s1 = arith.minsi %u, %c3 : index
  %t1 = arith.minsi %v, %c3 : index
  %st = tensor.from_elements %s1 : tensor<1xindex>
  %tt = tensor.from_elements %t1 : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// Negative numbers, and remainders, make them differ.
func.func @"arith.remui: not remsi"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // guards: 1
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %s = arith.remsi %k, %c3 : index
  %t = arith.remui %k, %c3 : index
  %u = arith.maxsi %s, %c1 : index
  %v = arith.maxsi %t, %c1 : index
  %s1 = arith.minsi %u, %c3 : index
  %t1 = arith.minsi %v, %c3 : index
  %st = tensor.from_elements %s1 : tensor<1xindex>
  %tt = tensor.from_elements %t1 : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// Negative numbers, and remainders, make them differ.
func.func @"arith.maxui: not maxsi"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // guards: 1
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %s = arith.maxsi %k, %c3 : index
  %t = arith.maxui %k, %c3 : index
  %u = arith.maxsi %s, %c1 : index
  %v = arith.maxsi %t, %c1 : index
  %s1 = arith.minsi %u, %c3 : index
  %t1 = arith.minsi %v, %c3 : index
  %st = tensor.from_elements %s1 : tensor<1xindex>
  %tt = tensor.from_elements %t1 : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// Negative numbers, and remainders, make them differ.
func.func @"arith.minui: not minsi"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // guards: 1
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %s = arith.minsi %k, %c3 : index
  %t = arith.minui %k, %c3 : index
  %u = arith.maxsi %s, %c1 : index
  %v = arith.maxsi %t, %c1 : index
  %s1 = arith.minsi %u, %c3 : index
  %t1 = arith.minsi %v, %c3 : index
  %st = tensor.from_elements %s1 : tensor<1xindex>
  %tt = tensor.from_elements %t1 : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.select"(%p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %w = stablehlo.negate %x : tensor<?xf32>
  %o = tensor.dim %w, %c0 : tensor<?xf32>
  %s = arith.select %p, %n, %o : index
  %st = tensor.from_elements %s : tensor<1xindex>
  %tt = tensor.from_elements %n : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.select: sizes"(%p: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = arith.select %p, %x, %y : tensor<?xf32>
  %sum = chlo.broadcast_add %s, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.extui: of any number"(%k: tensor<1xi32>) -> tensor<?xf32> {
  // guards: 1
  %e = arith.extui %k : tensor<1xi32> to tensor<1xi64>
  %f = arith.extsi %k : tensor<1xi32> to tensor<1xi64>
  %c3 = arith.constant dense<3> : tensor<1xi64>
  %c1 = arith.constant dense<1> : tensor<1xi64>
  %s0 = stablehlo.maximum %e, %c1 : tensor<1xi64>
  %t0 = stablehlo.maximum %f, %c1 : tensor<1xi64>
  %s = stablehlo.minimum %s0, %c3 : tensor<1xi64>
  %t = stablehlo.minimum %t0, %c3 : tensor<1xi64>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.index_castui: sizes"(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.index_castui %x : tensor<?xi32> to tensor<?xindex>
  %1 = arith.index_cast %0 : tensor<?xindex> to tensor<?xi32>
  %sum = chlo.broadcast_add %x, %1 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

func.func @"arith.sitofp"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %f = arith.sitofp %m : tensor<1xi32> to tensor<1xf64>
  %e = arith.fptosi %f : tensor<1xf64> to tensor<1xi64>
  %y = stablehlo.dynamic_iota %e, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.fptosi"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %f = arith.sitofp %m : tensor<1xi32> to tensor<1xf64>
  %e = arith.fptosi %f : tensor<1xf64> to tensor<1xi32>
  %y = stablehlo.dynamic_iota %e, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.sitofp: sizes"(%x: tensor<?xi32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.sitofp %x : tensor<?xi32> to tensor<?xf32>
  %1 = stablehlo.add %0, %y : tensor<?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.fptosi: sizes"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.fptosi %x : tensor<?xf32> to tensor<?xi32>
  %1 = stablehlo.convert %0 : (tensor<?xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.cmpi"(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.cmpi slt, %x, %y : tensor<?xi32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

// also: shape.min
func.func @"shape.max"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %a = shape.index_to_size %n
  %b = shape.index_to_size %k
  %c = shape.max %a, %b : !shape.size, !shape.size -> !shape.size
  %d = shape.max %b, %a : !shape.size, !shape.size -> !shape.size
  %s = shape.size_to_index %c : !shape.size
  %t = shape.size_to_index %d : !shape.size
  %st = tensor.from_elements %s : tensor<1xindex>
  %tt = tensor.from_elements %t : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// also: stablehlo.divide, stablehlo.remainder
func.func @"stablehlo.subtract: the other way round"(%x: tensor<?xf32>, %k: tensor<1xi32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.subtract %m, %k : tensor<1xi32>
  %t = stablehlo.subtract %k, %m : tensor<1xi32>
  %y = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// also: shape.mul
func.func @"shape.add"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = shape.add %n, %k : index, index -> index
  %t = shape.add %k, %n : index, index -> index
  %st = tensor.from_elements %s : tensor<1xindex>
  %tt = tensor.from_elements %t : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"shape.div"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = shape.div %n, %k : index, index -> index
  %t = shape.div %n, %k : index, index -> index
  %st = tensor.from_elements %s : tensor<1xindex>
  %tt = tensor.from_elements %t : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"shape.num_elements"(%x: tensor<?x?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %h = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %s = shape.num_elements %h : tensor<2xindex> -> index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %t = arith.muli %m, %n : index
  %st = tensor.from_elements %s : tensor<1xindex>
  %tt = tensor.from_elements %t : tensor<1xindex>
  %y = stablehlo.dynamic_iota %st, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %tt, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.fptoui"(%x: tensor<?xf32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.fptoui %x : tensor<?xf32> to tensor<?xi32>
  %1 = arith.fptoui %x : tensor<?xf32> to tensor<?xi32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

func.func @"stablehlo.compare: numbers"(%x: tensor<?xf32>, %k: tensor<i32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare EQ, %n, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %m = stablehlo.select %p, %n, %k : tensor<i1>, tensor<i32>
  %t = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// also: stablehlo.or
func.func @"stablehlo.and: numbers"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.and %n, %n : tensor<i32>
  %t = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.xor: numbers"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %z = stablehlo.xor %n, %n : tensor<i32>
  %m = stablehlo.add %n, %z : tensor<i32>
  %t = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.not: numbers"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<-1> : tensor<i32>
  %z = stablehlo.not %c : tensor<i32>
  %m = stablehlo.add %n, %z : tensor<i32>
  %t = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.cmpi: numbers"(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %p = arith.cmpi eq, %n, %n : index
  %m = arith.select %p, %n, %k : index
  %t = tensor.from_elements %m : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// also: arith.ori
func.func @"arith.andi: numbers"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.andi %n, %n : index
  %t = tensor.from_elements %m : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.xori: numbers"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %z = arith.xori %n, %n : index
  %m = arith.addi %n, %z : index
  %t = tensor.from_elements %m : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// also: arith.shrsi, arith.shrui
func.func @"arith.shli: numbers"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %c1 = arith.constant 1 : index
  %z = arith.shli %c0, %c1 : index
  %m = arith.addi %n, %z : index
  %t = tensor.from_elements %m : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"math.absi: numbers"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = math.absi %n : index
  %t = tensor.from_elements %m : tensor<1xindex>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"arith.fptoui: numbers"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %f = arith.sitofp %m : tensor<1xi32> to tensor<1xf64>
  %t = arith.fptoui %f : tensor<1xf64> to tensor<1xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.negate"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %negated = stablehlo.negate %m : tensor<1xi32>
  %s = stablehlo.negate %negated : tensor<1xi32>
  %w = stablehlo.negate %x : tensor<?xf32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %w, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// The sign of a number that is known.
func.func @"stablehlo.sign"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<[-3]> : tensor<1xi32>
  %t = stablehlo.sign %c : tensor<1xi32>
  %s = stablehlo.negate %t : tensor<1xi32>
  %w = stablehlo.sign %x : tensor<?xf32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %w, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}
