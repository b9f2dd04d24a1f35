// input: 3x6xf32
func.func @main(%x: tensor<?x?xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>) {
  %values, %positions = chlo.top_k(%x, k = 2) : tensor<?x?xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  return %values, %positions : tensor<?x2xf32>, tensor<?x2xi32>
}
