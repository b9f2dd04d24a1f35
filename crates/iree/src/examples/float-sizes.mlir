// input: 130xf32
func.func @main(%x: tensor<?xf32>) -> tensor<1xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %float = stablehlo.convert %n : (tensor<i32>) -> tensor<f16>
  %half = stablehlo.constant dense<0.5> : tensor<f16>
  %middle = stablehlo.multiply %float, %half : tensor<f16>
  %i = stablehlo.convert %middle : (tensor<f16>) -> tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<?xf32>, tensor<i32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
