// input: 6xf32=1 NAN -0.0 0.0 NAN -2
// input: 6xf32=NAN 1 0.0 -0.0 NAN 3
func.func @main(%x: tensor<6xf32>, %y: tensor<6xf32>) -> (tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xf32>) {
  %0 = stablehlo.compare LT, %x, %y, WEAKORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %1 = stablehlo.compare GE, %x, %y, WEAKORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %2 = stablehlo.compare EQ, %x, %y, WEAKORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %3 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = stablehlo.compare LT, %a, %b, WEAKORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<6xf32>) -> tensor<6xf32>
  return %0, %1, %2, %3 : tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xf32>
}
