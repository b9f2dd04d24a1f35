// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=65x?,2,?})' %s | FileCheck %s

// A copy of `wrapped` that lacks a size which is known passes `n` and `i` at other places than the function that it is a copy
// of: the size `n` of what `larger` computes is no element of `i`.
// CHECK: func.func @main(%[[X:.*]]: tensor<65x?xf32> {{.*}}, %[[I:.*]]: tensor<2xi32>, %{{.*}}: tensor<?xf32> {{.*}})
// CHECK: %[[N:.*]] = stablehlo.get_dimension_size %[[X]], dim = 1
// CHECK: %[[SHAPE:.*]] = stablehlo.reshape %[[N]]
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[SHAPE]]
// CHECK: return %{{.*}}, %[[I]] : tensor<65xf32>, tensor<2xi32>
func.func @main(%x: tensor<?x?xf32> {bcast.dims = ["m", "n"]}, %i: tensor<2xi32>, %y: tensor<?xf32> {bcast.dims = ["n"]}) -> (tensor<?xf32>, tensor<2xi32>) {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %k = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %e = stablehlo.compare EQ, %n, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%e, %n, %k) {error_message = "{0} is not {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %0:2 = call @wrapped(%m, %n, %i, %y) : (tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<2xi32>
}
func.func private @wrapped(%m: tensor<i32>, %n: tensor<i32>, %i: tensor<2xi32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<2xi32>) {
  %0 = stablehlo.add %y, %y : tensor<?xf32>
  %1 = call @larger(%m, %n, %0) : (tensor<i32>, tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  %z = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %w = stablehlo.dynamic_broadcast_in_dim %z, %s, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = call @larger(%n, %m, %w) : (tensor<i32>, tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  return %2, %i : tensor<?xf32>, tensor<2xi32>
}
func.func private @larger(%m: tensor<i32>, %n: tensor<i32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %z, %s, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %p = stablehlo.compare GT, %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %1 = stablehlo.select %p, %0, %y : tensor<?xi1>, tensor<?xf32>
  return %1 : tensor<?xf32>
}
