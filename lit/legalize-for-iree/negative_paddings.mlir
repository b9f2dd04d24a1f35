// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=early-assertions,masked-loops})' %s | FileCheck %s

// Elements are removed at both ends of a dim of unknown size, of which there may be fewer.
// CHECK-LABEL: func.func @negative_padding
func.func @negative_padding(%x: tensor<?x4xf32>, %v: tensor<f32>) -> tensor<?x4xf32> {
  // CHECK-NOT: stablehlo.pad
  // CHECK: real_dynamic_slice
  // CHECK: %[[IS_LEFT:.*]] = arith.cmpi sge
  // CHECK: cf.assert %[[IS_LEFT]], "stablehlo.pad: the padding of dim 0 removes more elements than there are"
  %0 = stablehlo.pad %x, %v, low = [-1, 0], high = [-2, 0], interior = [0, 0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
