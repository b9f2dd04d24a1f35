func.func @main(%x: tensor<?xf32>) -> tensor<i32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c10 = stablehlo.constant dense<10> : tensor<i32>
  %k = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %r = stablehlo.while(%i = %c0) : tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %c10 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %ok = stablehlo.compare GE, %k, %c1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "k must be positive", has_side_effect = true} : (tensor<i1>) -> ()
      %j = stablehlo.add %i, %k : tensor<i32>
      stablehlo.return %j : tensor<i32>
    }
  return %r : tensor<i32>
}
