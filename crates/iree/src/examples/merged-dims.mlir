// input: 60x70x64xf32
func.func @main(%x: tensor<?x?x64xf32>) -> tensor<?x?x64xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %channels = stablehlo.constant dense<64> : tensor<1xi32>
  %d0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x64xf32>) -> tensor<i32>
  %d1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x64xf32>) -> tensor<i32>
  %rows = stablehlo.reshape %d0 : (tensor<i32>) -> tensor<1xi32>
  %columns = stablehlo.reshape %d1 : (tensor<i32>) -> tensor<1xi32>
  %rows2 = stablehlo.multiply %rows, %two : tensor<1xi32>
  %columns2 = stablehlo.multiply %columns, %two : tensor<1xi32>
  %s0 = stablehlo.concatenate %rows, %two, %columns, %channels, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s0, dims = [0, 2, 3] {known_nonexpanding_dimensions = array<i64: 0, 1, 2>} : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x2x?x64xf32>
  %s1 = stablehlo.concatenate %rows2, %columns, %channels, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %1 = stablehlo.dynamic_reshape %0, %s1 : (tensor<?x2x?x64xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
  %s2 = stablehlo.concatenate %rows2, %columns, %two, %channels, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %s2, dims = [0, 1, 3] {known_nonexpanding_dimensions = array<i64: 0, 1, 2>} : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x2x64xf32>
  %s3 = stablehlo.concatenate %rows2, %columns2, %channels, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %3 = stablehlo.dynamic_reshape %2, %s3 : (tensor<?x?x2x64xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
  return %3 : tensor<?x?x64xf32>
}
