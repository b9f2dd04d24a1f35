// input: 8xf32=1 2 3 4 5 6 7 8
// input: 8xf32=4 3 2 5 1 9 8 2
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.minimum %x, %y : tensor<8xf32>
  %1 = stablehlo.add %0, %y : tensor<8xf32>
  %2 = stablehlo.add %y, %0 : tensor<8xf32>
  %3 = stablehlo.minimum %1, %2 : tensor<8xf32>
  %4 = stablehlo.subtract %1, %0 : tensor<8xf32>
  %5 = stablehlo.reverse %3, dims = [0] : tensor<8xf32>
  %6 = stablehlo.subtract %1, %5 : tensor<8xf32>
  %7 = stablehlo.multiply %6, %4 : tensor<8xf32>
  return %4, %7 : tensor<8xf32>, tensor<8xf32>
}
