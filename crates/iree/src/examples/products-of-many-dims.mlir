// input: 2x130x2x4x16xf32
// input: 2x131x2x16xf32
func.func @main(%queries: tensor<?x?x2x4x16xf32>, %keys: tensor<?x?x2x16xf32>) -> tensor<?x2x4x?x?xf32> {
  %0 = stablehlo.dot_general %keys, %queries, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4] : (tensor<?x?x2x16xf32>, tensor<?x?x2x4x16xf32>) -> tensor<?x2x?x?x4xf32>
  %1 = stablehlo.transpose %0, dims = [0, 1, 4, 3, 2] : (tensor<?x2x?x?x4xf32>) -> tensor<?x2x4x?x?xf32>
  return %1 : tensor<?x2x4x?x?xf32>
}
