func.func @main(%x: tensor<?xf32>, %limit: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %less = stablehlo.subtract %limit, %one : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %zero, %limit, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.real_dynamic_slice %x, %zero, %less, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.add %x, %x : tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
