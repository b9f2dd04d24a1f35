// RUN: bcast-lower --target=xla %s | FileCheck %s

// What nothing uses is removed, with what computes its size.
// CHECK: func.func @main(%arg0: tensor<?x2x2xf32>, %arg1: tensor<i1>)
// CHECK-NEXT: stablehlo.custom_call @note(%arg1)
// CHECK-NEXT: return %arg0
func.func @main(%x: tensor<?x2x2xf32>, %p: tensor<i1>) -> tensor<?x2x2xf32> {
  %shape = stablehlo.constant dense<[-1, 4]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x2x2xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %1 = stablehlo.negate %0 : tensor<?x4xf32>
  %2 = "stablehlo.if"(%p) ({
    %3 = stablehlo.abs %1 : tensor<?x4xf32>
    stablehlo.return %3 : tensor<?x4xf32>
  }, {
    stablehlo.return %1 : tensor<?x4xf32>
  }) : (tensor<i1>) -> tensor<?x4xf32>
  stablehlo.custom_call @note(%p) {has_side_effect = true} : (tensor<i1>) -> ()
  return %x : tensor<?x2x2xf32>
}
