func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %limit = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %before = stablehlo.subtract %limit, %one : tensor<1xi32>
  %less = stablehlo.maximum %before, %zero : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %zero, %limit, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.real_dynamic_slice %x, %zero, %less, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.add %x, %x : tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
