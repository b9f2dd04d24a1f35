// input: 8x2000x24xf32
func.func @main(%x: tensor<?x?x24xf32>) -> tensor<?x?x24xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %d0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x24xf32>) -> tensor<i32>
  %d1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x24xf32>) -> tensor<i32>
  %s0 = stablehlo.reshape %d0 : (tensor<i32>) -> tensor<1xi32>
  %s1 = stablehlo.reshape %d1 : (tensor<i32>) -> tensor<1xi32>
  %s2 = stablehlo.constant dense<24> : tensor<1xi32>
  %shape = stablehlo.concatenate %s0, %s1, %s2, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?x24xf32>, tensor<f32>) -> tensor<?x24xf32>
  %sums = stablehlo.dynamic_broadcast_in_dim %sum, %shape, dims = [0, 2] {known_nonexpanding_dimensions = array<i64: 0, 1>} : (tensor<?x24xf32>, tensor<3xi32>) -> tensor<?x?x24xf32>
  %rest = stablehlo.subtract %x, %sums : tensor<?x?x24xf32>
  %squares = stablehlo.multiply %rest, %rest : tensor<?x?x24xf32>
  %square = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?x24xf32>, tensor<f32>) -> tensor<?x24xf32>
  %factor = stablehlo.rsqrt %square : tensor<?x24xf32>
  %factors = stablehlo.dynamic_broadcast_in_dim %factor, %shape, dims = [0, 2] {known_nonexpanding_dimensions = array<i64: 0, 1>} : (tensor<?x24xf32>, tensor<3xi32>) -> tensor<?x?x24xf32>
  %result = stablehlo.multiply %rest, %factors : tensor<?x?x24xf32>
  return %result : tensor<?x?x24xf32>
}
