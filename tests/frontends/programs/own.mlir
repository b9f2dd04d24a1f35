// An own dialect: ops that broadcast, and others, of which a rule file says what they do to sizes.
func.func @main(%x: tensor<?x?xf32> {bcast.dims = ["b", "n"]}, %y: tensor<?xf32> {bcast.dims = ["n"]}) -> (tensor<?x1xf32>, tensor<?x?xf32>) {
  %two = "my.const"() {value = dense<2.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %sum = "my.add"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %total = "my.sum"(%sum) {axes = [1], keep = true} : (tensor<?x?xf32>) -> tensor<?x1xf32>
  %mean = "my.mul"(%total, %two) : (tensor<?x1xf32>, tensor<1xf32>) -> tensor<?x1xf32>
  %left = "my.add"(%sum, %mean) : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  return %mean, %left : tensor<?x1xf32>, tensor<?x?xf32>
}
