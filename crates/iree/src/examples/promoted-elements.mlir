// input: 3x4xi8
func.func @main(%a: tensor<?x4xi8>) -> tensor<?xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce"(%a, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<?x4xi8>, tensor<i32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
