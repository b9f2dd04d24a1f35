// select-scalar-condition: A condition of rank 0 takes no part in the sizes.
// From NumPy's where: three operands broadcast together.
// (), 2x3, 2x1 -> 2x3
// (), 1x3, 2x1 -> 2x3
// (), 2x3, 2x2 -> refused
func.func @main(%arg0: tensor<i1>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
