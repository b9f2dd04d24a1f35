// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=speed})' %s | FileCheck %s

// [?, 4] and [0, 4] => [?, 4]
// CHECK-LABEL: func.func @only_one
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %{{.*}}: tensor<0x4xf32>)
// CHECK-NEXT: return %[[X]]
func.func @only_one(%x: tensor<?x4xf32>, %y: tensor<0x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?x4xf32>, tensor<0x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// The result says more of the sizes.
// CHECK-LABEL: func.func @cast
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %{{.*}}: tensor<0x4xf32>)
// CHECK: tensor.cast %[[X]] : tensor<?x4xf32> to tensor<3x4xf32>
func.func @cast(%x: tensor<?x4xf32>, %y: tensor<0x4xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.concatenate %y, %x, dim = 0 : (tensor<0x4xf32>, tensor<?x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @several
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<0xf32>, %[[Z:.*]]: tensor<3xf32>)
// CHECK-NEXT: stablehlo.concatenate %[[X]], %[[Z]], dim = 0
func.func @several(%x: tensor<2xf32>, %y: tensor<0xf32>, %z: tensor<3xf32>) -> tensor<5xf32> {
  %0 = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<2xf32>, tensor<0xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// Another dim is empty.
// CHECK-LABEL: func.func @other_dim
// CHECK: stablehlo.concatenate
func.func @other_dim(%x: tensor<2x0xf32>, %y: tensor<3x0xf32>) -> tensor<5x0xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x0xf32>, tensor<3x0xf32>) -> tensor<5x0xf32>
  return %0 : tensor<5x0xf32>
}
