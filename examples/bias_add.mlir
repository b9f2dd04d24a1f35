// A dense layer whose batch is known only at run time: the bias, `[4]`, and the
// mask, of any batch that broadcasts, are added to the activations, `[?, 4]`.
func.func @bias_add(
    %activations: tensor<?x4xf32>,
    %bias: tensor<4xf32>,
    %mask: tensor<?x1xf32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_add %activations, %bias
      : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %1 = chlo.broadcast_multiply %0, %mask
      : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
