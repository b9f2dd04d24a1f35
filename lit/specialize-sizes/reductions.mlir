// RUN: not bcast-lower --shapes=5 %s 2>&1 | FileCheck %s

// The greatest number is not the result of a region that goes on to compute its sign.
// CHECK: error: 'stablehlo.dynamic_broadcast_in_dim' op is not specialised: dim 0 of its result depends on data: the result of 'stablehlo.reduce'
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %v = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.reduce(%v init: %z) across dimensions = [0] : (tensor<1xi32>, tensor<i32>) -> tensor<i32>
   reducer(%p: tensor<i32>, %q: tensor<i32>) {
     %0 = stablehlo.maximum %p, %q : tensor<i32>
     %1 = stablehlo.sign %0 : tensor<i32>
     stablehlo.return %1 : tensor<i32>
   }
  %s1 = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %r = stablehlo.dynamic_broadcast_in_dim %f, %s1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
