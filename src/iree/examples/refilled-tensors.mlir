// input: 3x16xf32
// input: 2xi32=3 16
// input: i32=2
func.func @main(%x: tensor<?x16xf32>, %shape: tensor<2xi32>, %n: tensor<i32>) -> tensor<?x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %fill = stablehlo.dynamic_broadcast_in_dim %none, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x16xf32>
  %0:2 = stablehlo.while(%i = %zero, %a = %fill) : tensor<i32>, tensor<?x16xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %a, %x : tensor<?x16xf32>
    %2 = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<?x16xf32>
  }
  %3 = stablehlo.maximum %0#1, %fill : tensor<?x16xf32>
  return %3 : tensor<?x16xf32>
}
