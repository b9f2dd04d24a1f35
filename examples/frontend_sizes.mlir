// A bias and a GELU as frontends leave them: sizes in `shape`, `tensor` and `arith`, and
// CHLO's error function.
func.func @main(%x: tensor<?x?xf32>, %bias: tensor<?xf32>) -> tensor<?x?x1xf32> {
  %0 = chlo.broadcast_add %x, %bias : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %1 = chlo.erf %0 : tensor<?x?xf32> -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %1, %c0 : tensor<?x?xf32>
  %m = tensor.dim %1, %c1 : tensor<?x?xf32>
  %shape = tensor.from_elements %n, %m, %c1 : tensor<3xindex>
  %2 = stablehlo.dynamic_reshape %1, %shape
      : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x1xf32>
  return %2 : tensor<?x?x1xf32>
}
