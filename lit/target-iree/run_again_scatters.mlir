// Two scatters change one tensor: the second one gets a copy in the first run, and not only once MLIR has merged what both grow.
// RUN: bcast-lower --target=iree %s > %t.mlir
// RUN: bcast-lower --target=iree %t.mlir | diff %t.mlir -
// RUN: FileCheck %s < %t.mlir
// RUN: bcast-lower --target=iree --bounds=n=4,m=6 %s > %t.bounds.mlir
// RUN: bcast-lower --target=iree %t.bounds.mlir | diff %t.bounds.mlir -
// RUN: FileCheck %s < %t.bounds.mlir

// CHECK-LABEL: func.func @scatters
// CHECK: %[[LARGER:.*]] = tensor.insert_slice %arg0
// CHECK: "stablehlo.scatter"(%[[LARGER]],
// CHECK: stablehlo.select %{{.*}}, %[[LARGER]],
// CHECK: "stablehlo.scatter"(
func.func @scatters(%x: tensor<?xf32> {bcast.dims = ["m"]}, %i: tensor<?x1xi32> {bcast.dims = ["n", "?"]}, %u: tensor<?xf32> {bcast.dims = ["n"]}) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
