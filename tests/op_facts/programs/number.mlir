// The shape is written down.
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

func.func @"tensor.extract: matrix"(%x: tensor<?xf32>) -> tensor<?xf32> {
  // guards: 1
  %s = stablehlo.constant dense<[[1, 2], [3, 2]]> : tensor<2x2xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.extract %s[%c1, %c0] : tensor<2x2xi32>
  %t = tensor.from_elements %n : tensor<1xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
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
