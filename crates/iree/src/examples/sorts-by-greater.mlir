// input: 5xf32=1 nan 3 2 3
func.func @main(%x: tensor<5xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %iota = stablehlo.iota dim = 0 : tensor<5xi32>
  %0:2 = "stablehlo.sort"(%x, %iota) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %greater = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %later = stablehlo.compare GT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %last = stablehlo.and %equal, %later : tensor<i1>
    %first = stablehlo.or %greater, %last : tensor<i1>
    stablehlo.return %first : tensor<i1>
  }) : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
  %1 = stablehlo.slice %0#0 [0:2] : (tensor<5xf32>) -> tensor<2xf32>
  %2 = stablehlo.slice %0#1 [0:2] : (tensor<5xi32>) -> tensor<2xi32>
  return %1, %2 : tensor<2xf32>, tensor<2xi32>
}
