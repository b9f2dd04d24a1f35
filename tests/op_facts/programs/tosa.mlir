func.func @"tosa.const_shape"(%x: tensor<?x?xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %s = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %s : (tensor<?x?xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?x?xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %sum : tensor<2x3xf32>
}

// -----

// also: tosa.ceil, tosa.cos, tosa.erf, tosa.exp, tosa.floor, tosa.identity, tosa.log, tosa.reciprocal, tosa.rsqrt
// also: tosa.sigmoid, tosa.sin, tosa.tanh
func.func @"tosa.abs"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tosa.abs %x : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// also: tosa.clz
func.func @"tosa.bitwise_not"(%x: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %0 = tosa.bitwise_not %x : (tensor<?x?xi32>) -> tensor<?x?xi32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  return %sum : tensor<?x?xi32>
}

// -----

func.func @"tosa.logical_not"(%x: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %0 = tosa.logical_not %x : (tensor<?x?xi1>) -> tensor<?x?xi1>
  %sum = chlo.broadcast_and %0, %x : (tensor<?x?xi1>, tensor<?x?xi1>) -> tensor<?x?xi1>
  return %sum : tensor<?x?xi1>
}

// -----

func.func @"tosa.cast"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tosa.cast %x : (tensor<?x?xf32>) -> tensor<?x?xi32>
  %1 = tosa.cast %0 : (tensor<?x?xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %1, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tosa.clamp"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tosa.clamp %x {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tosa.negate"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.negate %x, %z, %z : (tensor<?x?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tosa.reverse"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tosa.reverse %x {axis = 1 : i32} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tosa.concat"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tosa.concat %x, %y {axis = 1 : i32} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tosa.gather"(%x: tensor<?x?x?xf32>, %i: tensor<?x?xi32>, %v: tensor<f32>) -> tensor<?x?xf32> {
  %0 = tosa.gather %x, %i : (tensor<?x?x?xf32>, tensor<?x?xi32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %2 = stablehlo.convert %i : (tensor<?x?xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %1, %2 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tosa.matmul"(%x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>, %v: tensor<f32>) -> tensor<?x?xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.matmul %x, %y, %z, %z : (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %2 = stablehlo.reduce(%y init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %1, %2 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// also: tosa.reduce_any
func.func @"tosa.reduce_all"(%x: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %0 = tosa.reduce_all %x {axis = 1 : i32} : (tensor<?x?xi1>) -> tensor<?x1xi1>
  %sum = chlo.broadcast_and %0, %x : (tensor<?x1xi1>, tensor<?x?xi1>) -> tensor<?x?xi1>
  return %sum : tensor<?x?xi1>
}

// -----

// also: tosa.reduce_min, tosa.reduce_product, tosa.reduce_sum
func.func @"tosa.reduce_max"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<?x?xf32>) -> tensor<?x1xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x1xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tosa.reshape"(%x: tensor<?x?xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %s = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %s : (tensor<?x?xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?x?xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %sum : tensor<2x3xf32>
}

// -----

func.func @"tosa.reshape: one size follows"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?x1xf32> {
  // guards: 1
  %s = tosa.const_shape {values = dense<[-1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %s : (tensor<?xf32>, !tosa.shape<2>) -> tensor<?x1xf32>
  %1 = tosa.reshape %y, %s : (tensor<?xf32>, !tosa.shape<2>) -> tensor<?x1xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
  return %sum : tensor<?x1xf32>
}

// -----

func.func @"tosa.transpose"(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = tosa.transpose %x {perms = array<i32: 1, 2, 0>} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = tosa.transpose %0 {perms = array<i32: 2, 0, 1>} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %sum = chlo.broadcast_add %1, %x : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %sum : tensor<?x?x?xf32>
}

// -----

func.func @"tosa.argmax"(%x: tensor<?x?x?xf32>, %v: tensor<f32>) -> tensor<?x?xf32> {
  %0 = tosa.argmax %x {axis = 1 : i32} : (tensor<?x?x?xf32>) -> tensor<?x?xi32>
  %1 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %2 = stablehlo.convert %0 : (tensor<?x?xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %1, %2 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tosa.rescale"(%x: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %multiplier = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %shift = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %multiplier, %shift, %zero, %zero {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<?x?xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<?x?xi8>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<?x?xi8>
  return %sum : tensor<?x?xi8>
}

// -----

func.func @"tosa.table"(%x: tensor<?x?xi8>, %table: tensor<256xi8>) -> tensor<?x?xi8> {
  %0 = tosa.table %x, %table : (tensor<?x?xi8>, tensor<256xi8>) -> tensor<?x?xi8>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<?x?xi8>
  return %sum : tensor<?x?xi8>
}

// -----

func.func @"tosa.concat: other dims"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %0 = tosa.concat %x, %y {axis = 1 : i32} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %a = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %b = stablehlo.reduce(%y init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}
