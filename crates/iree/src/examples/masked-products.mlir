// input: 2x3x130x64xf32
// input: 2x3x64x131xf32
// input: 131x20xf32
func.func @main(%x: tensor<?x3x?x64xf32>, %y: tensor<?x3x64x?xf32>, %z: tensor<?x20xf32>) -> tensor<?x3x?x20xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<?x3x?x64xf32>, tensor<?x3x64x?xf32>) -> tensor<?x3x?x?xf32>
  %1 = stablehlo.dot_general %0, %z, contracting_dims = [3] x [0] : (tensor<?x3x?x?xf32>, tensor<?x20xf32>) -> tensor<?x3x?x20xf32>
  return %1 : tensor<?x3x?x20xf32>
}
