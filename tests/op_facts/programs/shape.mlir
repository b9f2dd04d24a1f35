// The operand has 1 or 3 elements.
func.func @"stablehlo.broadcast_in_dim"(%x: tensor<?xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<?xf32>) -> tensor<2x3xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %sum : tensor<2x3xf32>
}

// -----

func.func @"stablehlo.dynamic_broadcast_in_dim"(%x: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.dynamic_broadcast_in_dim: operand"(%x: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.dynamic_iota"(%s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.reshape"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %a = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %b, %a, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %z = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.dynamic_reshape"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %a = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %b = stablehlo.dynamic_reshape %y, %s : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"tensor.reshape"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %s: tensor<1xindex>) -> tensor<?xf32> {
  %a = tensor.reshape %x(%s) : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %b = tensor.reshape %y(%s) : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"tensor.cast"(%x: tensor<?x?xf32>) -> tensor<3x?xf32> {
  %a = tensor.cast %x : tensor<?x?xf32> to tensor<3x?xf32>
  %b = tensor.cast %a : tensor<3x?xf32> to tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<3x?xf32>
  return %sum : tensor<3x?xf32>
}

// -----

func.func @"stablehlo.transpose"(%x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.add %0, %y : tensor<?x?x?xf32>
  %2 = stablehlo.transpose %y, dims = [2, 0, 1] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %sum = chlo.broadcast_add %x, %2 : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %sum : tensor<?x?x?xf32>
}

// -----

func.func @"stablehlo.reverse"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.reverse %x, dims = [1] : tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}
