// input: 5xf32
func.func @main(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %row = stablehlo.constant dense<1> : tensor<1xi32>
  %shape = stablehlo.concatenate %size, %size, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %first = stablehlo.concatenate %row, %size, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %rows = stablehlo.dynamic_broadcast_in_dim %none, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %all = %rows) : tensor<i32>, tensor<?xf32>, tensor<?x?xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %zeros = stablehlo.dynamic_broadcast_in_dim %none, %size, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %1:2 = stablehlo.while(%j = %zero, %sum = %y) : tensor<i32>, tensor<?xf32>
    cond {
      %c = stablehlo.compare LT, %j, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %more = stablehlo.add %sum, %x : tensor<?xf32>
      %next = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %next, %more : tensor<i32>, tensor<?xf32>
    }
    %2 = stablehlo.dynamic_reshape %1#1, %first : (tensor<?xf32>, tensor<2xi32>) -> tensor<1x?xf32>
    %3 = stablehlo.dynamic_update_slice %all, %2, %i, %zero : (tensor<?x?xf32>, tensor<1x?xf32>, tensor<i32>, tensor<i32>) -> tensor<?x?xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %zeros, %3 : tensor<i32>, tensor<?xf32>, tensor<?x?xf32>
  }
  return %0#2 : tensor<?x?xf32>
}
