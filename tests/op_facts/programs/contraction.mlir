func.func @"stablehlo.dot"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %v: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.dot %0, %v : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %1, %2 : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.dot_general"(%x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %2 = stablehlo.dot_general %1, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %sum = chlo.broadcast_add %0, %2 : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %sum : tensor<?x?x?xf32>
}

// -----

func.func @"stablehlo.einsum"(%x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.einsum %x, %y, config = "bic,cbj->jib" : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.transpose %y, dims = [1, 2, 0] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %3 = stablehlo.reduce(%y init: %v) applies stablehlo.add across dimensions = [0] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %2, %4 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// The dims of `...` broadcast.
func.func @"stablehlo.einsum: others"(%x: tensor<?x?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // guards: 1
  %0 = stablehlo.einsum %x, %y, config = "...ab,...b->...a" : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.unary_einsum"(%x: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.unary_einsum %x, config = "abc->ca" : (tensor<?x?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.unary_einsum %0, config = "ab->ba" : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %1, %2 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.einsum: broadcast dims"(%x: tensor<1x?x2xf32>, %y: tensor<?x1x2xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.einsum %x, %y, config = "...a,...a->..." : (tensor<1x?x2xf32>, tensor<?x1x2xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.einsum %x, %y, config = "...a,...a->a..." : (tensor<1x?x2xf32>, tensor<?x1x2xf32>) -> tensor<?x?x?xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %v) applies stablehlo.add across dimensions = [0] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %2 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// The ragged dim is free, contracted and batched.
func.func @"chlo.ragged_dot"(%x: tensor<?x?x?xf32>, %y: tensor<2x?x?x?xf32>, %groups: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = "chlo.ragged_dot"(%x, %y, %groups) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<?x?x?xf32>, tensor<2x?x?x?xf32>, tensor<2xi32>) -> tensor<?x?x?xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %2 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %1, %2 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"chlo.ragged_dot: contracted"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %groups: tensor<?xi32>) -> tensor<?xf32> {
  %0 = "chlo.ragged_dot"(%x, %y, %groups) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>} : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xi32>) -> tensor<?x?x?xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [1, 2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.convert %groups : (tensor<?xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %1, %2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.unary_einsum: a diagonal"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.unary_einsum %x, config = "aa->a" : (tensor<?x?xf32>) -> tensor<?xf32>
  %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %x, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}
