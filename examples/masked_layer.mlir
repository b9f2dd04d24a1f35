// A dense layer: `relu((x * weights + bias) * mask)`. The batch of `x` is known only at
// run time, and so is the mask's, which is the same or 1.
module attributes {jax.uses_shape_polymorphism = true} {
  func.func public @main(
      %x: tensor<?x3xf32>, %weights: tensor<3x4xf32>, %bias: tensor<4xf32>,
      %mask: tensor<?x1xf32>) -> tensor<?x4xf32> {
    %0 = stablehlo.dot_general %x, %weights, contracting_dims = [1] x [0]
        : (tensor<?x3xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
    %1 = chlo.broadcast_add %0, %bias : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
    %2 = chlo.broadcast_multiply %1, %mask
        : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %3 = chlo.broadcast_maximum %2, %zero : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
    return %3 : tensor<?x4xf32>
  }
}
