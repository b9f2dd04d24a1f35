// input: 4xf32=1.001 2.003 -3.007 4.009
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %c, %s, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %m = stablehlo.multiply %x, %b : tensor<?xf32>
  %0 = stablehlo.convert %m : (tensor<?xf32>) -> tensor<?xbf16>
  %1 = stablehlo.convert %0 : (tensor<?xbf16>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
