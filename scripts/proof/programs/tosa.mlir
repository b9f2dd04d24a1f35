// RUN: bcast-lower --target=iree %s

// Programs in TOSA as exporters write them: sizes that are known only at run time, ranks that `tosa.reshape` makes equal,
// shapes by `tosa.const_shape` and shape ops.

func.func @bias(%x: tensor<?x?xf32>, %bias: tensor<?xf32>) -> tensor<?x?xf32> {
  %shape = tosa.const_shape {values = dense<[1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %bias, %shape : (tensor<?xf32>, !tosa.shape<2>) -> tensor<1x?xf32>
  %1 = tosa.add %x, %0 : (tensor<?x?xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

func.func @softmax(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<?x?xf32>) -> tensor<?x1xf32>
  %1 = tosa.sub %x, %0 : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  %2 = tosa.exp %1 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = tosa.reduce_sum %2 {axis = 1 : i32} : (tensor<?x?xf32>) -> tensor<?x1xf32>
  %4 = tosa.reciprocal %3 : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %5 = tosa.mul %2, %4, %shift : (tensor<?x?xf32>, tensor<?x1xf32>, tensor<1xi8>) -> tensor<?x?xf32>
  return %5 : tensor<?x?xf32>
}

func.func @scaled_rows(%x: tensor<?x4xf32>, %scale: tensor<?xf32>, %bias: tensor<4xf32>) -> tensor<?x4xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %shape = tosa.const_shape {values = dense<[1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %static = tosa.const_shape {values = dense<[1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<?x4xf32>) -> tensor<?x1xf32>
  %1 = tosa.sub %x, %0 : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %2 = tosa.reshape %scale, %shape : (tensor<?xf32>, !tosa.shape<2>) -> tensor<1x?xf32>
  %3 = tosa.mul %1, %2, %shift : (tensor<?x4xf32>, tensor<1x?xf32>, tensor<1xi8>) -> tensor<?x4xf32>
  %4 = tosa.reshape %bias, %static : (tensor<4xf32>, !tosa.shape<2>) -> tensor<1x4xf32>
  %5 = tosa.add %3, %4 : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  return %5 : tensor<?x4xf32>
}

func.func @dense_layer(%x: tensor<?x?x?xf32>, %w: tensor<?x?x?xf32>, %bias: tensor<?xf32>) -> tensor<?x?x?xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shape = tosa.const_shape {values = dense<[1, 1, -1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %0 = tosa.matmul %x, %w, %zero, %zero : (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?xf32>
  %1 = tosa.reshape %bias, %shape : (tensor<?xf32>, !tosa.shape<3>) -> tensor<1x1x?xf32>
  %2 = tosa.add %0, %1 : (tensor<?x?x?xf32>, tensor<1x1x?xf32>) -> tensor<?x?x?xf32>
  return %2 : tensor<?x?x?xf32>
}

func.func @merged_dims(%x: tensor<?x3x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %shape = tosa.const_shape {values = dense<[-1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %shape : (tensor<?x3x4xf32>, !tosa.shape<2>) -> tensor<?x4xf32>
  %1 = tosa.add %0, %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

func.func @joined(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tosa.concat %x, %y {axis = 0 : i32} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tosa.add %0, %z : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

func.func @transposed(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tosa.sub %0, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

func.func @shifts(%x: tensor<?x?xi32>, %y: tensor<?x1xi32>) -> tensor<?x?xi32> {
  %0 = tosa.logical_left_shift %x, %y : (tensor<?x?xi32>, tensor<?x1xi32>) -> tensor<?x?xi32>
  %1 = tosa.arithmetic_right_shift %0, %y {round = false} : (tensor<?x?xi32>, tensor<?x1xi32>) -> tensor<?x?xi32>
  return %1 : tensor<?x?xi32>
}

func.func @comparisons(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xi1> {
  %0 = tosa.equal %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %1 = tosa.greater_equal %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %2 = tosa.logical_xor %0, %1 : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
  return %2 : tensor<?xi1>
}

func.func @part(%x: tensor<?x5xf32>, %y: tensor<?x?xf32>) -> tensor<?x3xf32> {
  %start = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %size = tosa.const_shape {values = dense<[-1, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.slice %x, %start, %size : (tensor<?x5xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x3xf32>
  %1 = tosa.add %0, %y : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

func.func @padded(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %padding = tosa.const_shape {values = dense<[1, 1, 0, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.pad %x, %padding, %zero : (tensor<?x?xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x?xf32>
  %1 = tosa.add %0, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

func.func @repeated(%x: tensor<?x3xf32>, %y: tensor<?x?xf32>) -> tensor<?x3xf32> {
  %times = tosa.const_shape {values = dense<[4, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.tile %x, %times : (tensor<?x3xf32>, !tosa.shape<2>) -> tensor<?x3xf32>
  %1 = tosa.add %0, %y : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

func.func @shape_ops(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x3x1xf32> {
  %two = tosa.const_shape {values = dense<[3]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %one = tosa.const_shape {values = dense<[1]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %rows = tosa.dim %x {axis = 0 : i32} : (tensor<?x3xf32>) -> !tosa.shape<1>
  %shape = tosa.concat_shape %rows, %two, %one : (!tosa.shape<1>, !tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<3>
  %0 = tosa.add %x, %y : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = tosa.reshape %0, %shape : (tensor<?x3xf32>, !tosa.shape<3>) -> tensor<?x3x1xf32>
  return %1 : tensor<?x3x1xf32>
}
