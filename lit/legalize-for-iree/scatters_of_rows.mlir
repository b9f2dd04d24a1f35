// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops,carried-tensors,spread-iotas})' %s | FileCheck %s -enable-var-scope

// CHECK-LABEL: func.func @added(
func.func @added(%x: tensor<8x?xf32>, %y: tensor<8xf32>, %at: tensor<1xi32>) -> tensor<8x?xf32> {
  // CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %[[A:.*]] = %arg0)
  // CHECK: %[[AT:.*]] = tensor.extract_slice %arg2[0] [1] [1] : tensor<1xi32> to tensor<i32>
  // CHECK: %[[INDEX:.*]] = stablehlo.dynamic_broadcast_in_dim %[[AT]], %[[SHAPE:.*]], dims = [] : (tensor<i32>, tensor<2xi64>) -> tensor<8x?xi32>
  // CHECK: %[[OWN:.*]] = stablehlo.dynamic_iota %[[SHAPE]], dim = 1
  // CHECK: %[[IS_ROW:.*]] = stablehlo.compare EQ, %[[OWN]], %[[INDEX]]
  // CHECK: %[[ROW:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]], dims = [0]
  // CHECK: %[[SUM:.*]] = stablehlo.add %[[A]], %[[ROW]]
  // CHECK: %[[NEXT:.*]] = stablehlo.select %[[IS_ROW]], %[[SUM]], %[[A]]
  // CHECK: stablehlo.return %{{.*}}, %[[NEXT]]
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<8x?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = "stablehlo.scatter"(%a, %at, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %sum = stablehlo.add %old, %new : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<8x?xf32>, tensor<1xi32>, tensor<8xf32>) -> tensor<8x?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<8x?xf32>
  }
  return %0#1 : tensor<8x?xf32>
}

// An element at two indices, the first of the last dim.
// CHECK-LABEL: func.func @element(
func.func @element(%x: tensor<?x?xf32>, %y: tensor<f32>, %at: tensor<2xi64>) -> tensor<?x?xf32> {
  // CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %[[A:.*]] = %arg0)
  // CHECK: tensor.extract_slice %arg2[0] [1] [1]
  // CHECK: %[[LAST:.*]] = stablehlo.dynamic_iota %[[SHAPE:.*]], dim = 1
  // CHECK: %[[IN_LAST:.*]] = stablehlo.compare EQ, %[[LAST]]
  // CHECK: tensor.extract_slice %arg2[1] [1] [1]
  // CHECK: %[[FIRST:.*]] = stablehlo.dynamic_iota %[[SHAPE]], dim = 0
  // CHECK: %[[IN_FIRST:.*]] = stablehlo.compare EQ, %[[FIRST]]
  // CHECK: %[[IS_HERE:.*]] = stablehlo.and %[[IN_LAST]], %[[IN_FIRST]]
  // CHECK: %[[NEW:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]], dims = []
  // CHECK: stablehlo.select %[[IS_HERE]], %[[NEW]], %[[A]]
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<?x?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = "stablehlo.scatter"(%a, %at, %y) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0]>}> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      stablehlo.return %new : tensor<f32>
    }) : (tensor<?x?xf32>, tensor<2xi64>, tensor<f32>) -> tensor<?x?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?x?xf32>
  }
  return %0#1 : tensor<?x?xf32>
}

// A part of a row, rows of a known size, and a tensor that no loop carries.
// CHECK-LABEL: func.func @others(
func.func @others(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %z: tensor<?x16xf32>, %row: tensor<16xf32>, %at: tensor<1xi32>) -> (tensor<?x?xf32>, tensor<?x16xf32>, tensor<?x?xf32>) {
  // CHECK-NOT: stablehlo.dynamic_iota
  // CHECK: return
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %z) : tensor<i32>, tensor<?x?xf32>, tensor<?x16xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = "stablehlo.scatter"(%a, %at, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      stablehlo.return %new : tensor<f32>
    }) : (tensor<?x?xf32>, tensor<1xi32>, tensor<?xf32>) -> tensor<?x?xf32>
    %3 = "stablehlo.scatter"(%b, %at, %row) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      stablehlo.return %new : tensor<f32>
    }) : (tensor<?x16xf32>, tensor<1xi32>, tensor<16xf32>) -> tensor<?x16xf32>
    stablehlo.return %1, %2, %3 : tensor<i32>, tensor<?x?xf32>, tensor<?x16xf32>
  }
  %4 = "stablehlo.scatter"(%x, %at, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<1xi32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0#1, %0#2, %4 : tensor<?x?xf32>, tensor<?x16xf32>, tensor<?x?xf32>
}
