// input: 7x5xf32
// input: 7xf32
func.func @main(%x: tensor<?x5xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0:3 = stablehlo.while(%i = %zero, %a = %y, %b = %y) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.dot_general %x, %b, contracting_dims = [0] x [0] : (tensor<?x5xf32>, tensor<?xf32>) -> tensor<5xf32>
    %3 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [0] : (tensor<?x5xf32>, tensor<5xf32>) -> tensor<?xf32>
    %4 = stablehlo.reduce(%3 init: %none) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    %n = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.dynamic_broadcast_in_dim %4, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %6 = stablehlo.dynamic_broadcast_in_dim %half, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %7 = stablehlo.add %a, %5 : tensor<?xf32>
    %8 = stablehlo.multiply %b, %6 : tensor<?xf32>
    stablehlo.return %1, %7, %8 : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }
  return %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>
}
