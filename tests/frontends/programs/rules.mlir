// An own dialect: ops that broadcast, and a number of rows that one of them computes.
func.func @main(%x: tensor<?x?xf32> {bcast.dims = ["b", "n"]}, %y: tensor<?xf32> {bcast.dims = ["n"]}) -> (tensor<?x1xf32>, tensor<?x?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %sum = "my.add"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %total = stablehlo.reduce(%sum init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %size = stablehlo.get_dimension_size %sum, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %rows = "my.mul"(%size, %one) : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>
  %sizes = stablehlo.concatenate %rows, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %column = stablehlo.dynamic_reshape %total, %sizes : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
  %left = "my.add"(%sum, %column) : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  return %column, %left : tensor<?x1xf32>, tensor<?x?xf32>
}
