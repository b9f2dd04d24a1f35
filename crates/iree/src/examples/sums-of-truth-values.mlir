// input: 4xi1=1 1 0 0
// input: 4xi1=1 0 1 0
func.func @main(%x: tensor<?xi1>, %y: tensor<?xi1>) -> (tensor<?xi1>, tensor<i1>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.reduce(%x init: %false) applies stablehlo.add across dimensions = [0] : (tensor<?xi1>, tensor<i1>) -> tensor<i1>
  return %0, %1 : tensor<?xi1>, tensor<i1>
}
