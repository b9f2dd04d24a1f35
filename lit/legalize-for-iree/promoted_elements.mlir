// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @reduced
// CHECK: %[[WIDE:.*]] = stablehlo.convert %{{.*}} : (tensor<4x?xi8>) -> tensor<4x?xi32>
// CHECK: stablehlo.reduce(%[[WIDE]] init: %{{.*}}) applies stablehlo.add
func.func @reduced(%x: tensor<4x?xi8>, %init: tensor<i32>) -> tensor<4xi32> {
  %0 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<4x?xi8>, tensor<i32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @windows
// CHECK: %[[WIDE:.*]] = stablehlo.convert %{{.*}} : (tensor<?xbf16>) -> tensor<?xf32>
// CHECK: tensor.extract %[[WIDE]]
func.func @windows(%x: tensor<?xbf16>, %init: tensor<f32>) -> tensor<?xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 3>} : (tensor<?xbf16>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Indices keep their type.
// CHECK-LABEL: func.func @updates
// CHECK-DAG: stablehlo.convert %{{.*}} : (tensor<8xbf16>) -> tensor<8xf32>
// CHECK-DAG: stablehlo.convert %{{.*}} : (tensor<3xbf16>) -> tensor<3xf32>
// CHECK: "stablehlo.scatter"
// CHECK: (tensor<9xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<9xf32>
func.func @updates(%x: tensor<8xbf16>, %i: tensor<3x1xi32>, %u: tensor<3xbf16>) -> tensor<8xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8xbf16>, tensor<3x1xi32>, tensor<3xbf16>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
