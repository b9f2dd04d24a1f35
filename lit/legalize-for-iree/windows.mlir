// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

// One op for each position.
// CHECK-LABEL: func.func @pooling
// CHECK-NOT: reduce_window
// CHECK: tensor.insert_slice %arg0 into
// CHECK-COUNT-9: stablehlo.maximum
// CHECK-NOT: stablehlo.maximum
// CHECK: return
func.func @pooling(%x: tensor<?x?x?x2xf32>, %y: tensor<3x?xf32>) -> (tensor<?x?x?x2xf32>, tensor<3x?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<?x?x?x2xf32>, tensor<f32>) -> tensor<?x?x?x2xf32>
  %1 = "stablehlo.reduce_window"(%y, %zero) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<3x?xf32>, tensor<f32>) -> tensor<3x?xf32>
  return %0, %1 : tensor<?x?x?x2xf32>, tensor<3x?xf32>
}

// A window that is larger than the tensor has no position.
// CHECK-LABEL: func.func @no_padding
// CHECK: arith.maxsi
// CHECK-NOT: reduce_window
// CHECK-COUNT-5: stablehlo.maximum
// CHECK-NOT: stablehlo.maximum
// CHECK: return
func.func @no_padding(%x: tensor<?x?x2xf32>, %y: tensor<?x?x4x2xf32>) -> (tensor<?x?x2xf32>, tensor<?x?x4x2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<?x?x2xf32>, tensor<f32>) -> tensor<?x?x2xf32>
  %1 = "stablehlo.reduce_window"(%y, %zero) <{window_dimensions = array<i64: 1, 3, 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<?x?x4x2xf32>, tensor<f32>) -> tensor<?x?x4x2xf32>
  return %0, %1 : tensor<?x?x2xf32>, tensor<?x?x4x2xf32>
}

// CHECK-LABEL: func.func @integers
// CHECK-NOT: reduce_window
// CHECK-COUNT-2: stablehlo.add
// CHECK-NOT: stablehlo.add
// CHECK: return
func.func @integers(%x: tensor<?x?x4x2xi32>) -> tensor<?x?x4x2xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 2, 1, 1>, window_strides = array<i64: 1, 2, 1, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<?x?x4x2xi32>, tensor<i32>) -> tensor<?x?x4x2xi32>
  return %0 : tensor<?x?x4x2xi32>
}

// CHECK-LABEL: func.func @strided_batches
// CHECK-NOT: stablehlo.reduce_window
// CHECK: return
func.func @strided_batches(%x: tensor<?x?x?x?xf32>) -> (tensor<?x?x?x?xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r3 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions=array<i64: 1,2,1,1>, window_strides=array<i64:2,1,1,1>}> ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): 
   %s = stablehlo.maximum %a, %b : tensor<f32>
   stablehlo.return %s : tensor<f32> }) : (tensor<?x?x?x?xf32>, tensor<f32>) -> tensor<?x?x?x?xf32>
  return %r3 : tensor<?x?x?x?xf32>
}

// [?] => [?]
// CHECK-LABEL: func.func @exchanged_operands
// CHECK-NOT: stablehlo.reduce_window
// CHECK: stablehlo.add
func.func @exchanged_operands(%x: tensor<?xf32>, %init: tensor<f32>) -> tensor<?xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %b, %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 3>} : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
