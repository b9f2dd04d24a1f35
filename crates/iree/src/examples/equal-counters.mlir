// input: 30x40xf32
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<100> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %j = %zero, %a = %x) : tensor<i32>, tensor<i32>, tensor<?x?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %j, %one : tensor<i32>
    %2 = stablehlo.cosine %a : tensor<?x?xf32>
    stablehlo.return %1, %1, %2 : tensor<i32>, tensor<i32>, tensor<?x?xf32>
  }
  return %0#2 : tensor<?x?xf32>
}
