// input: 1xi32=7
// input: 3xf32=1 2 3
func.func @main(%rows: tensor<1xi32>, %v: tensor<3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %columns = stablehlo.constant dense<3> : tensor<1xi32>
  %shape = stablehlo.concatenate %rows, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %v, %shape, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  %1 = stablehlo.add %0, %0 : tensor<?x3xf32>
  %2:5 = stablehlo.while(%w = %v, %i = %zero, %j = %zero, %a = %0, %b = %1) : tensor<3xf32>, tensor<i32>, tensor<i32>, tensor<?x3xf32>, tensor<?x3xf32>
  cond {
    %3 = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %3 = stablehlo.dynamic_broadcast_in_dim %w, %shape, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
    %4 = stablehlo.dot_general %3, %3, contracting_dims = [1] x [1] : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x?xf32>
    %5 = stablehlo.dot_general %4, %b, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    %6 = stablehlo.add %a, %5 : tensor<?x3xf32>
    %7 = stablehlo.add %i, %one : tensor<i32>
    %8 = stablehlo.add %j, %one : tensor<i32>
    stablehlo.return %w, %7, %8, %b, %6 : tensor<3xf32>, tensor<i32>, tensor<i32>, tensor<?x3xf32>, tensor<?x3xf32>
  }
  return %2#3, %2#4 : tensor<?x3xf32>, tensor<?x3xf32>
}
