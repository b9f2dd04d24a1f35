// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize)' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize)' %s > %t
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize)' %t | diff %t -

// IREE would refuse a call in which the operand has one element.
// CHECK-LABEL: func.func @open(
// CHECK: scf.if
// CHECK: stablehlo.dynamic_broadcast_in_dim {{.*}} {known_expanding_dimensions = array<i64: 0>}
// CHECK-NOT: stablehlo.broadcast_in_dim
// CHECK: return
func.func @open(%x: tensor<?xf32>) -> tensor<3x64xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<?xf32>) -> tensor<3x64xf32>
  return %0 : tensor<3x64xf32>
}

// An assertion says what the size is.
// CHECK-LABEL: func.func @known(
// CHECK-NOT: scf.if
// CHECK: stablehlo.broadcast_in_dim
// CHECK: return
func.func @known(%x: tensor<?xf32>) -> tensor<3x64xf32> {
  %c64 = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %is_64 = arith.cmpi eq, %n, %c64 : index
  cf.assert %is_64, "expected 64"
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<?xf32>) -> tensor<3x64xf32>
  return %0 : tensor<3x64xf32>
}
