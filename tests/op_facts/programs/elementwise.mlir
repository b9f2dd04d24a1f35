func.func @"elementwise"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.atan2 %x, %y : tensor<?x?xf32>
  %1 = stablehlo.exponential %y : tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"elementwise: other dialects"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = arith.addf %x, %y : tensor<?x?xf32>
  %1 = chlo.tan %y : tensor<?x?xf32> -> tensor<?x?xf32>
  %2 = chlo.next_after %1, %x : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %2 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"chlo.constant_like"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "chlo.constant_like"(%x) {value = 1.0 : f32} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"chlo.constant_like: elements"(%x: tensor<1xi32>) -> tensor<?xf32> {
  %s = "chlo.constant_like"(%x) {value = 3 : i32} : (tensor<1xi32>) -> tensor<1xi32>
  %t = stablehlo.constant dense<3> : tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.bitcast_convert"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<?x?xf32>) -> tensor<?x?x4xi8>
  %1 = stablehlo.bitcast_convert %0 : (tensor<?x?x4xi8>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"tensor.bitcast"(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = tensor.bitcast %x : tensor<?xi32> to tensor<?xui32>
  %1 = tensor.bitcast %0 : tensor<?xui32> to tensor<?xi32>
  %sum = chlo.broadcast_add %x, %1 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %sum : tensor<?xi32>
}

// -----

// Four bytes are one element.
func.func @"stablehlo.bitcast_convert: parts"(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<?xf32>) -> tensor<?x?xi8>
  %1 = stablehlo.convert %0 : (tensor<?x?xi8>) -> tensor<?x?xf32>
  %v = stablehlo.constant dense<0.0> : tensor<4xf32>
  %2 = chlo.broadcast_add %1, %v : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
