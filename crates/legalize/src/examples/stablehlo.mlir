func.func @"stablehlo.dot"(%a: tensor<?x4xf32>, %b: tensor<4x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot %a, %b, precision = [HIGH, DEFAULT] : (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.einsum"(%a: tensor<?x4x2xf32>, %b: tensor<4x?x3xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.einsum %a, %b, config = "abx,bcy->ca" : (tensor<?x4x2xf32>, tensor<4x?x3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.unary_einsum"(%a: tensor<?x4x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.unary_einsum %a, config = "abc->ca" : (tensor<?x4x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.torch_index_select"(%a: tensor<?x4x?xf32>, %b: tensor<?x?xi32>) -> tensor<?x?x?xf32> {
  %0 = "stablehlo.torch_index_select"(%a, %b) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<?x4x?xf32>, tensor<?x?xi32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

func.func @"stablehlo.broadcast"(%a: tensor<?xf32>) -> tensor<2x?xf32> {
  %0 = stablehlo.broadcast %a, sizes = [2] : (tensor<?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

func.func @"stablehlo.create_token"() -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @"stablehlo.cross-replica-sum"(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @"stablehlo.dynamic_reshape"(%a: tensor<?x6xf32>) -> tensor<?x4xf32> {
  %s = stablehlo.constant dense<[-1, 4]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x6xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @"stablehlo.constant"() -> tensor<2xi32> {
  %0 = stablehlo.constant dense_resource<numbers> : tensor<2xi32>
  return %0 : tensor<2xi32>
}
{-# dialect_resources: { builtin: { numbers: "0x040000000100000002000000" } } #-}
