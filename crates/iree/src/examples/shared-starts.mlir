// input: 8xf32
func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %c0, %a = %x, %b = %x) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %c1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.sine %a : tensor<?xf32>
    %2 = stablehlo.cosine %b : tensor<?xf32>
    %3 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %3, %1, %2 : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }
  return %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>
}
