// input: 5x7xf32
func.func @main(%x: tensor<?x?xf32> {bcast.dims = ["n", "m"]}) -> (tensor<?x?xf32>, tensor<?xf32>) attributes {bcast.ranges = {n = array<i64: 1, 1000>, m = array<i64: 1, 1000>}} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<?x?xf32>
  %1 = stablehlo.negate %0 : tensor<?x?xf32>
  %2 = stablehlo.multiply %0, %0 : tensor<?x?xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %1, %3 : tensor<?x?xf32>, tensor<?xf32>
}
