// input: 65x3xf32
// input: 65xf32
func.func @main(%x: tensor<?x3xf32>, %y: tensor<?xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<?x3xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.tanh %a : tensor<?x3xf32>
    %rows = tensor.dim %1, %c0 : tensor<?x3xf32>
    %others = tensor.dim %y, %c0 : tensor<?xf32>
    %fit = arith.cmpi eq, %rows, %others : index
    cf.assert %fit, "they differ"
    %2 = stablehlo.exponential %1 : tensor<?x3xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<?x3xf32>
  }
  return %0#1 : tensor<?x3xf32>
}
