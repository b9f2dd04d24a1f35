// input: 4x5xf32=1 5 2 0 3 9 8 7 6 5 4 4 4 4 4 0 1 2 3 2
func.func @main(%x: tensor<4x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xi32>) {
  %iota = stablehlo.iota dim = 0 : tensor<4x5xi32>
  %0:2 = "stablehlo.sort"(%x, %iota) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %greater = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %greater : tensor<i1>
  }) : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>, tensor<4x5xi32>)
  %1 = stablehlo.slice %0#0 [2:4, 0:5] : (tensor<4x5xf32>) -> tensor<2x5xf32>
  %2 = stablehlo.slice %0#1 [2:4, 0:5] : (tensor<4x5xi32>) -> tensor<2x5xi32>
  return %1, %2 : tensor<2x5xf32>, tensor<2x5xi32>
}
