// input: 64xf32
func.func @main(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<32xf32>) {
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.add %x, %x : tensor<64xf32>
  %1 = "stablehlo.reduce_window"(%0, %lowest) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<64xf32>, tensor<f32>) -> tensor<32xf32>
  %3 = stablehlo.negate %1 : tensor<32xf32>
  return %0, %3 : tensor<64xf32>, tensor<32xf32>
}
