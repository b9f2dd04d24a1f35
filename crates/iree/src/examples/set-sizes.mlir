// input: 3x4xf32
// input: i32=2
func.func @main(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
