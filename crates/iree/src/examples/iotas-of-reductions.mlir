// input: 5x7xf32
// input: 7x7xf32
// input: i32=4
func.func @main(%x: tensor<5x7xf32>, %w: tensor<7x7xf32>, %n: tensor<i32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<5x7xf32>
  %positions = stablehlo.iota dim = 1 : tensor<5x7xi32>
  %size = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<5x7xi32>
  %mask = stablehlo.compare LT, %positions, %size : (tensor<5x7xi32>, tensor<5x7xi32>) -> tensor<5x7xi1>
  %0 = stablehlo.exponential %x : tensor<5x7xf32>
  %1 = stablehlo.select %mask, %0, %zeros : tensor<5x7xi1>, tensor<5x7xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x7xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<5x7xf32>, tensor<7x7xf32>) -> tensor<5x7xf32>
  %4 = stablehlo.select %mask, %3, %zeros : tensor<5x7xi1>, tensor<5x7xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x7xf32>, tensor<f32>) -> tensor<f32>
  return %2, %5 : tensor<f32>, tensor<f32>
}
