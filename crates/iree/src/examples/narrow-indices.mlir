// input: 300xf32
// input: i8=-1
func.func @main(%x: tensor<300xf32>, %start: tensor<i8>) -> tensor<2xf32> {
  %0 = stablehlo.dynamic_slice %x, %start, sizes = [2] : (tensor<300xf32>, tensor<i8>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
