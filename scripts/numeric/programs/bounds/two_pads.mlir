func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %fill = stablehlo.constant dense<1.0> : tensor<f32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %less = stablehlo.subtract %seven, %m : tensor<i32>
  %high = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %other = stablehlo.reshape %less : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_pad %x, %fill, %none, %high, %none : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_pad %x, %fill, %none, %other, %none : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.add %0, %0 : tensor<?xf32>
  %3 = stablehlo.add %1, %1 : tensor<?xf32>
  return %2, %3 : tensor<?xf32>, tensor<?xf32>
}
