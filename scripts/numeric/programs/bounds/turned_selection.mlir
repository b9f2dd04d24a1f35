func.func @main(%x: tensor<?xf32>, %s: tensor<?xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %c) <{window_dimensions = array<i64: 3>, padding = dense<[[1,1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
     %d = stablehlo.compare GE, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
     stablehlo.return %d : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
     %d = stablehlo.add %a, %b : tensor<f32>
     stablehlo.return %d : tensor<f32>
  }) : (tensor<?xf32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
