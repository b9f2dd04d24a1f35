// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=large-selections})' %s

func.func @selection_from_a_large_window(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<f32>) -> tensor<?xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op cannot be compiled by IREE 3.13: its window has more than 64 elements, or it selects or combines elements by other ops than elementwise ones; use a smaller window and elementwise ops}}
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) <{window_dimensions = array<i64: 65>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?xf32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
