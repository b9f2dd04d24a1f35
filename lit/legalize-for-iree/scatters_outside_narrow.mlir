// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=narrow-indices})' %s | FileCheck %s

// A limit that may not fit 8 bits is not compared in 8 bits, also without the row for narrow indices.
// CHECK-LABEL: func.func @narrow
// CHECK: stablehlo.convert %{{.*}} : (tensor<20x1xui8>) -> tensor<20x1xi32>
// CHECK: stablehlo.compare LT, {{.*}} : (tensor<20x1xi32>, tensor<20x1xi32>) -> tensor<20x1xi1>
func.func @narrow(%x: tensor<?xf32>, %i: tensor<20x1xui8>, %u: tensor<20xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?xf32>, tensor<20x1xui8>, tensor<20xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
