// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

// [?, ?] => [n, ?]
// CHECK-LABEL: func.func @set_size
// CHECK: %[[OWN:.*]] = arith.minui
// CHECK: tensor.extract_slice %arg0[%{{.*}}, %{{.*}}] [%[[OWN]], %{{.*}}] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
func.func @set_size(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
