// input: 7x3xf32
// input: 7x3xf32
// input: 1xi32=7
func.func @main(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>, %rows: tensor<1xi32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %columns = stablehlo.constant dense<3> : tensor<1xi32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<?x3xf32>, tensor<?x3xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x?xf32>
    %3 = stablehlo.reduce(%2 init: %none) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
    %position = stablehlo.convert %3 : (tensor<f32>) -> tensor<i32>
    %4 = stablehlo.dynamic_slice %b, %position, %zero, sizes = [1, 3] : (tensor<?x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %shape = stablehlo.concatenate %rows, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %5 = stablehlo.dynamic_broadcast_in_dim %4, %shape, dims = [0, 1] : (tensor<1x3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
    %6 = stablehlo.subtract %5, %a : tensor<?x3xf32>
    %7 = stablehlo.add %b, %a : tensor<?x3xf32>
    %8 = stablehlo.tanh %7 : tensor<?x3xf32>
    stablehlo.return %1, %6, %8 : tensor<i32>, tensor<?x3xf32>, tensor<?x3xf32>
  }
  return %0#1, %0#2 : tensor<?x3xf32>, tensor<?x3xf32>
}
