// input: 4x8xf32
// input: 1x8xf32
// input: 2xi32=4 8
func.func @main(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>, %shape: tensor<2xi32>) -> tensor<?x8xf32> {
  %0 = stablehlo.multiply %y, %y : tensor<?x8xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %shape, dims = [0, 1] : (tensor<?x8xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  %2 = stablehlo.add %x, %1 : tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}
