// RUN: bcast-lower --target=xla %s | FileCheck %s

// Of an op that is defined for no sizes, the static form is invalid. The branch need not run.
// CHECK-LABEL: func.func @broadcast
// CHECK: stablehlo.dynamic_broadcast_in_dim %arg0
func.func @broadcast(%x: tensor<4xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %p = stablehlo.compare EQ, %n, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
    %2 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
    %3 = stablehlo.add %1, %2 : tensor<?xf32>
    stablehlo.return %3 : tensor<?xf32>
  }, {
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @reshape
// CHECK: stablehlo.dynamic_reshape %arg0
func.func @reshape(%x: tensor<4xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %p = stablehlo.compare EQ, %n, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.dynamic_reshape %x, %s : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// StableHLO cannot cast quantised elements.
// CHECK-LABEL: func.func @quantised
// CHECK: stablehlo.dynamic_broadcast_in_dim
func.func @quantised(%x: tensor<?x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<?x!quant.uniform<i8:f32, 0.5:1>> {
  %s = stablehlo.constant dense<[4]> : tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x!quant.uniform<i8:f32, 0.5:1>>, tensor<1xi32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [0] : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<1xi32>) -> tensor<?x!quant.uniform<i8:f32, 0.5:1>>
  return %1 : tensor<?x!quant.uniform<i8:f32, 0.5:1>>
}
