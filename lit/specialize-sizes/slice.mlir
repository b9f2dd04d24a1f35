// RUN: not bcast-lower --target=xla --shapes=4x6 --split-input-file %s 2>&1 | FileCheck %s

// The size of a slice follows from its attributes, also where its type does not say it.
// CHECK-LABEL: func.func @slice
// CHECK: stablehlo.slice %{{.*}} [0:1, 1:6:2] : (tensor<4x6xf32>) -> tensor<1x3xf32>
func.func @slice(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = stablehlo.slice %x [0:1, 1:6:2] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// CHECK: error: 'chlo.broadcast_add' op result type '?x4' not broadcast compatible with broadcasted operands's shapes '1x3'
func.func @never(%x: tensor<?x?xf32>) -> tensor<?x4xf32> {
  %y = stablehlo.slice %x [0:1, 1:6:2] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %z = chlo.broadcast_add %y, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}
