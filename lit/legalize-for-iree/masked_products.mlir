// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize,cse)' %s | FileCheck %s

// CHECK-LABEL: func @heads
func.func @heads(%q: tensor<?x?x4x16xf32>, %k: tensor<?x?x4x16xf32>) -> tensor<?x4x?x?xf32> {
  // CHECK: %[[ZEROS:.*]] = stablehlo.dynamic_broadcast_in_dim {{.*}} -> tensor<?x4x?x?xf32>
  // CHECK: linalg.generic {{.*}}"parallel", "reduction"]} ins(%arg0, %arg1 {{.*}} outs(%[[ZEROS]]
  // CHECK-SAME: hal.executable.target = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {target_triple =
  // CHECK: arith.mulf
  // CHECK: arith.addf
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3]
      : (tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) -> tensor<?x4x?x?xf32>
  return %0 : tensor<?x4x?x?xf32>
}

// Attributes of other dialects stay.
// CHECK-LABEL: func @matrices
func.func @matrices(%x: tensor<?x64xi32>, %y: tensor<64x8xi32>) -> tensor<?x8xi32> {
  // CHECK: %[[ZEROS:.*]] = stablehlo.dynamic_broadcast_in_dim
  // CHECK: linalg.generic {{.*}} outs(%[[ZEROS]] : tensor<?x8xi32>) attrs = {hal.executable.target = {{.*}}, mhlo.note = 1 : i32}
  // CHECK: arith.muli
  // CHECK: arith.addi
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] {mhlo.note = 1 : i32}
      : (tensor<?x64xi32>, tensor<64x8xi32>) -> tensor<?x8xi32>
  return %0 : tensor<?x8xi32>
}

// IREE computes one element of a batch at once, and without masks if the matrices are static. It takes the batch for the
// rows of a product with vectors. The tiles of bytes are too large for it. What has a target keeps it.
// CHECK-LABEL: func @others
func.func @others(%x: tensor<?x4x4xf32>, %v: tensor<?x?xf32>, %m: tensor<?x?x?xf32>, %b: tensor<?x?xi8>, %f: tensor<?x?xf16>)
    -> (tensor<?x4x4xf32>, tensor<?x?xf32>, tensor<?x?xi8>, tensor<?x?xf32>) {
  // CHECK-NOT: hal.executable.target
  %0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<?x4x4xf32>, tensor<?x4x4xf32>) -> tensor<?x4x4xf32>
  %1 = stablehlo.dot_general %v, %m, batching_dims = [0] x [0], contracting_dims = [1] x [1]
      : (tensor<?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?xf32>
  %2 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0] : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<?x?xi8>
  %3 = stablehlo.dot_general %f, %f, contracting_dims = [1] x [0] : (tensor<?x?xf16>, tensor<?x?xf16>) -> tensor<?x?xf32>
  return %0, %1, %2, %3 : tensor<?x4x4xf32>, tensor<?x?xf32>, tensor<?x?xi8>, tensor<?x?xf32>
}
