// input: 5xf32
func.func @main(%x: tensor<?xf32>) -> tensor<ui32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.convert %n : (tensor<i32>) -> tensor<ui32>
  return %0 : tensor<ui32>
}
