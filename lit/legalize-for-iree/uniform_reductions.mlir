// RUN: bcast-lower %s --legalize-for-iree | FileCheck %s -enable-var-scope

// IREE would reduce one of the elements.
// CHECK-LABEL: func.func @of_constants
// CHECK: %[[ONES:.*]] = stablehlo.convert
// CHECK: %[[HIDDEN:.*]] = stablehlo.optimization_barrier %[[ONES]]
// CHECK: stablehlo.reduce(%[[HIDDEN]] init:
func.func @of_constants() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %true = stablehlo.constant dense<true> : tensor<2x3xi1>
  %0 = stablehlo.convert %true : (tensor<2x3xi1>) -> tensor<2x3xi32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}
// CHECK-LABEL: func.func @one_window
// CHECK: %[[ROOTS:.*]] = stablehlo.sqrt
// CHECK: %[[HIDDEN:.*]] = stablehlo.optimization_barrier %[[ROOTS]]
// CHECK: "stablehlo.reduce_window"(%[[HIDDEN]],
func.func @one_window() -> tensor<1x1xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %fours = stablehlo.constant dense<4.0> : tensor<1x4xf32>
  %0 = stablehlo.sqrt %fours : tensor<1x4xf32>
  %1 = "stablehlo.reduce_window"(%0, %zero) <{window_dimensions = array<i64: 1, 4>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<1x4xf32>, tensor<f32>) -> tensor<1x1xf32>
  return %1 : tensor<1x1xf32>
}

// Comparisons that always hold: all of these four.
// CHECK-LABEL: func.func @always
// CHECK-COUNT-4: stablehlo.optimization_barrier
// CHECK: return
func.func @always(%x: tensor<4xi32>, %u: tensor<4xui8>) -> (tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>) {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %least = stablehlo.constant dense<-2147483648> : tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<4xui8>
  %255 = stablehlo.constant dense<255> : tensor<4xui8>
  %0 = stablehlo.compare NE, %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %1 = stablehlo.compare GE, %x, %least : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %2 = stablehlo.compare GT, %zero, %u : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %3 = stablehlo.compare LE, %u, %255 : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %4 = stablehlo.reduce(%0 init: %false) applies stablehlo.xor across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  %5 = stablehlo.reduce(%1 init: %false) applies stablehlo.xor across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  %6 = stablehlo.reduce(%2 init: %false) applies stablehlo.xor across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  %7 = stablehlo.reduce(%3 init: %false) applies stablehlo.xor across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  return %4, %5, %6, %7 : tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>
}

// Nothing is hidden if the comparison may fail, if elements are read, of a constant itself, for several elements, and of
// tensors of unknown size.
// CHECK-LABEL: func.func @others
// CHECK-NOT: optimization_barrier
func.func @others(%x: tensor<4xui8>, %y: tensor<?xf32>) -> (tensor<i1>, tensor<f32>, tensor<3xf32>, tensor<f32>, tensor<f32>) {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<4xui8>
  %fours = stablehlo.constant dense<4.0> : tensor<2x3xf32>
  %list = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.compare GT, %x, %none : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %1 = stablehlo.reduce(%0 init: %false) applies stablehlo.xor across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  %2 = stablehlo.reduce(%fours init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.sqrt %fours : tensor<2x3xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.sqrt %list : tensor<2xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %7 = stablehlo.sqrt %y : tensor<?xf32>
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %1, %2, %4, %6, %8 : tensor<i1>, tensor<f32>, tensor<3xf32>, tensor<f32>, tensor<f32>
}
