// input: 2x3xf32
func.func @main(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %three = stablehlo.constant dense<3.0> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %unit = stablehlo.constant dense<1.0> : tensor<f32>
  %a = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
  %0 = chlo.broadcast_multiply %x, %three : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %first = stablehlo.dynamic_slice %x, %zero, %zero, sizes = [1, 1] : (tensor<?x?xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
  %c = stablehlo.reshape %first : (tensor<1x1xf32>) -> tensor<f32>
  %b = stablehlo.multiply %c, %two : tensor<f32>
  %1:6 = stablehlo.while(%i = %zero, %j = %zero, %y = %x, %u = %none, %v = %a, %w = %b) : tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<f32>, tensor<f32>, tensor<f32>
  cond {
    %3 = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %3 = stablehlo.add %j, %one : tensor<i32>
    %4 = chlo.broadcast_add %y, %u : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    %5 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %5, %3, %4, %v, %w, %u : tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
  %2 = chlo.broadcast_add %0, %unit : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %1#2, %2 : tensor<?x?xf32>, tensor<?x?xf32>
}
