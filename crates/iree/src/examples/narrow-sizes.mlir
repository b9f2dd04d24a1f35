// input: 130xf32
func.func @main(%x: tensor<?xf32>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %narrow = stablehlo.convert %n : (tensor<i32>) -> tensor<i8>
  %c = stablehlo.constant dense<100> : tensor<i8>
  %max = stablehlo.maximum %narrow, %c : tensor<i8>
  %0 = stablehlo.convert %max : (tensor<i8>) -> tensor<i32>
  return %0 : tensor<i32>
}
