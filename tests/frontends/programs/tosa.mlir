// TOSA, as torch-mlir and TensorFlow Lite's converter write it.
func.func @main(%x: tensor<?x?xf32> {bcast.dims = ["b", "n"]}, %y: tensor<1x?xf32> {bcast.dims = ["?", "n"]}) -> (tensor<?x1xf32>, tensor<?x?xf32>) {
  %sum = tosa.add %x, %y : (tensor<?x?xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  %edges = tosa.const_shape {values = dense<[0, 0, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %padded = tosa.pad %sum, %edges, %zero : (tensor<?x?xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x?xf32>
  %total = tosa.reduce_sum %padded {axis = 1 : i32} : (tensor<?x?xf32>) -> tensor<?x1xf32>
  %left = tosa.sub %sum, %total : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  return %total, %left : tensor<?x1xf32>, tensor<?x?xf32>
}
