// RUN: bcast-lower --split-input-file --pass-pipeline='builtin.module(specialize-sizes{shapes=4x6})' %s | FileCheck %s -enable-var-scope

// In groups of two, a dim that is gathered is twice as large, and one that is scattered half as large.
// CHECK-LABEL: func.func @gather_and_scatter(
// CHECK-SAME: -> (tensor<4x12xf32>, tensor<2x6xf32>)
// CHECK: "stablehlo.all_gather"{{.*}} : (tensor<4x6xf32>) -> tensor<4x12xf32>
// CHECK: "stablehlo.reduce_scatter"
// CHECK: (tensor<4x6xf32>) -> tensor<2x6xf32>
func.func @gather_and_scatter(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @exchange(
// CHECK: "stablehlo.all_to_all"{{.*}} : (tensor<4x6xf32>) -> tensor<8x3xf32>
func.func @exchange(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The region gets halves of the rows, and returns halves of the columns.
// CHECK-LABEL: func.func @parts(
// CHECK-SAME: -> tensor<2x12xf32>
// CHECK: manual_axes={"x"} (%[[A:.*]]: tensor<2x6xf32>) {
// CHECK-NEXT: stablehlo.negate %[[A]] : tensor<2x6xf32>
// CHECK: (tensor<4x6xf32>) -> tensor<2x12xf32>
func.func @parts(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<mesh<["x"=2, "y"=3]>, [{"x", "y"}, {}]>] out_shardings=[<mesh<["x"=2, "y"=3]>, [{}, {"x"}]>] manual_axes={"x"} (%a: tensor<?x?xf32>) {
    %1 = stablehlo.negate %a : tensor<?x?xf32>
    sdy.return %1 : tensor<?x?xf32>
  } : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
