// input: 2x3xf32=1 2 3 4 5 6
func.func @main(%x: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %factor = stablehlo.constant dense<3.0> : tensor<1x3xf32>
  %0 = stablehlo.add %x, %x : tensor<?x3xf32>
  %1 = stablehlo.dynamic_slice %0, %zero, %zero, sizes = [1, 3] : (tensor<?x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
  %2 = stablehlo.multiply %1, %factor : tensor<1x3xf32>
  %3 = stablehlo.sqrt %0 : tensor<?x3xf32>
  %4 = stablehlo.dynamic_update_slice %0, %2, %zero, %zero : (tensor<?x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<?x3xf32>
  return %3, %4 : tensor<?x3xf32>, tensor<?x3xf32>
}
