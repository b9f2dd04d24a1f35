// input: 2x5x5xf32
func.func @main(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %least = stablehlo.constant dense<-1.0e+09> : tensor<f32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x?xf32>) -> tensor<i32>
  %2 = stablehlo.get_dimension_size %x, dim = 2 : (tensor<?x?x?xf32>) -> tensor<i32>
  %b = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %t = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %b, %s, %t, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %row = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<3xi32>) -> tensor<?x?x?xi32>
  %columns = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %doubled = stablehlo.add %columns, %columns : tensor<?xi32>
  %column = stablehlo.dynamic_broadcast_in_dim %doubled, %shape, dims = [2] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xi32>, tensor<3xi32>) -> tensor<?x?x?xi32>
  %mask = stablehlo.compare GE, %row, %column, SIGNED : (tensor<?x?x?xi32>, tensor<?x?x?xi32>) -> tensor<?x?x?xi1>
  %fill = stablehlo.dynamic_broadcast_in_dim %least, %shape, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  %masked = stablehlo.select %mask, %x, %fill : tensor<?x?x?xi1>, tensor<?x?x?xf32>
  return %masked : tensor<?x?x?xf32>
}
