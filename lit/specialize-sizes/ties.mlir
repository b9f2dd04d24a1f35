// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=3,scalar,_ allow-partial=on})' %s | FileCheck %s -enable-var-scope

// A tensor that has its sizes is not tied to them, and one that has some is tied to the others.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>
// CHECK: stablehlo.abs %[[X]] : tensor<3xf32>
// CHECK: "flow.tensor.tie_shape"(%{{.*}}, %arg2) : (tensor<3x?xf32>, index) -> tensor<3x?xf32>
func.func @main(%x: tensor<?xf32>, %c: tensor<i1>, %m: index) -> (tensor<?xf32>, tensor<?x?xf32>) {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %0 = "flow.tensor.tie_shape"(%x, %n) : (tensor<?xf32>, index) -> tensor<?xf32>
  %1 = stablehlo.abs %0 : tensor<?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %2 = "flow.tensor.tie_shape"(%e, %n, %m) : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  return %1, %2 : tensor<?xf32>, tensor<?x?xf32>
}
