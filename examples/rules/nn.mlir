// A dialect of one's own, `nn`, whose ops broadcast as in NumPy: a bias is added to
// activations of any batch, and the sum is cut off at a limit.
func.func @main(
    %x: tensor<?x4xf32>, %bias: tensor<4xf32>, %limit: tensor<f32>) -> tensor<?x4xf32> {
  %0 = "nn.add"(%x, %bias) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %1 = "nn.cut"(%0, %limit) {name = "cut", side = "above"}
      : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
