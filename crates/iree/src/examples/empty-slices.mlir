// input: 5x1x3xf32
func.func @main(%x: tensor<?x1x?xf32>) -> tensor<?x0x?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x1x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 2 : (tensor<?x1x?xf32>) -> tensor<i32>
  %n_1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m_1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %start = stablehlo.concatenate %zero, %zero, %zero, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %limit = stablehlo.concatenate %n_1, %one, %m_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %stride = stablehlo.concatenate %one, %two, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %stride : (tensor<?x1x?xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x1x?xf32>
  %behind = stablehlo.concatenate %zero, %one, %zero, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %steps = stablehlo.concatenate %one, %one, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %1 = stablehlo.real_dynamic_slice %0, %behind, %limit, %steps : (tensor<?x1x?xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x0x?xf32>
  return %1 : tensor<?x0x?xf32>
}
