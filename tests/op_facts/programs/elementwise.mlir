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
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.select"(%p: tensor<i1>, %x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // guards: 2
  %0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}
