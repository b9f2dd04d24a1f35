// input: 8x64x64x64xf32
// input: i32=50
func.func @main(%x: tensor<8x64x64x64xf32>, %size: tensor<i32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.iota dim = 0 : tensor<64xi32>
  %1 = stablehlo.broadcast_in_dim %size, dims = [] : (tensor<i32>) -> tensor<64xi32>
  %2 = stablehlo.compare LT, %0, %1 : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<64xi1>) -> tensor<8x64x64x64xi1>
  %4 = stablehlo.broadcast_in_dim %2, dims = [2] : (tensor<64xi1>) -> tensor<8x64x64x64xi1>
  %mask = stablehlo.and %3, %4 : tensor<8x64x64x64xi1>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<8x64x64x64xf32>
  %5 = stablehlo.select %mask, %x, %zeros : tensor<8x64x64x64xi1>, tensor<8x64x64x64xf32>
  %sum = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<8x64x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
  %6 = stablehlo.broadcast_in_dim %sum, dims = [0, 3] : (tensor<8x64xf32>) -> tensor<8x64x64x64xf32>
  %7 = stablehlo.subtract %x, %6 : tensor<8x64x64x64xf32>
  %8 = stablehlo.multiply %7, %7 : tensor<8x64x64x64xf32>
  %9 = stablehlo.select %mask, %8, %zeros : tensor<8x64x64x64xi1>, tensor<8x64x64x64xf32>
  %square = stablehlo.reduce(%9 init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<8x64x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
  return %sum, %square : tensor<8x64xf32>, tensor<8x64xf32>
}
