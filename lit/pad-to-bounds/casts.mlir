// RUN: bcast-lower "--pass-pipeline=builtin.module(pad-to-bounds{bounds=4x8,2x8})" %s | FileCheck %s

// MLIR's folders leave casts that forget sizes.
// CHECK-LABEL: func.func @cast(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[U:.*]]: tensor<2x8xf32>,
// CHECK-NOT: tensor.cast
// CHECK: "stablehlo.scatter"(%[[X]], %{{.*}}, %{{.*}})
func.func @cast(%x: tensor<?x8xf32>, %u: tensor<2x8xf32>) -> tensor<?x8xf32> {
  %i = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = tensor.cast %u : tensor<2x8xf32> to tensor<?x8xf32>
  %1 = "stablehlo.scatter"(%x, %i, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<1xi32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}
