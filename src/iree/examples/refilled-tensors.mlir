// input: 5x16xf32
func.func @main(%x: tensor<?x16xf32>) -> (tensor<?x16xf32>, tensor<?x16xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %sixteen = stablehlo.constant dense<16> : tensor<1xi32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x16xf32>) -> tensor<i32>
  %rows = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %rows, %sixteen, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %fill = stablehlo.dynamic_broadcast_in_dim %none, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x16xf32>
  %0:3 = stablehlo.while(%i = %zero, %a = %fill, %b = %x) : tensor<i32>, tensor<?x16xf32>, tensor<?x16xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %a, %b : tensor<?x16xf32>
    %2 = stablehlo.negate %b : tensor<?x16xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %1, %2 : tensor<i32>, tensor<?x16xf32>, tensor<?x16xf32>
  }
  %4 = stablehlo.maximum %0#1, %fill : tensor<?x16xf32>
  return %4, %fill : tensor<?x16xf32>, tensor<?x16xf32>
}
