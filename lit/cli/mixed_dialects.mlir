// Dialects that real files use together with StableHLO are registered.
// RUN: bcast-lower %s | FileCheck %s
// RUN: bcast-lower %s --pass-pipeline='builtin.module(inline,canonicalize,cse,sccp,loop-invariant-code-motion,symbol-dce)' | FileCheck %s --check-prefix=UPSTREAM
// RUN: bcast-lower %s --emit-bytecode -o %t.mlirbc
// RUN: bcast-lower %t.mlirbc | FileCheck %s

// UPSTREAM-LABEL: func.func @main

// CHECK: ml_program.global private mutable @count(dense<0> : tensor<i32>) : tensor<i32>
ml_program.global private mutable @count(dense<0> : tensor<i32>) : tensor<i32>

// CHECK-LABEL: func.func @main
func.func @main(%a: tensor<?x4xf32>, %b: tensor<4xf32>, %m: memref<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  // CHECK-NOT: chlo.
  // CHECK: stablehlo.dynamic_broadcast_in_dim
  %0 = chlo.broadcast_add %a, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  // CHECK: linalg.generic
  // CHECK: math.exp
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<?x4xf32>) outs(%0 : tensor<?x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %7 = math.exp %x : f32
    linalg.yield %7 : f32
  } -> tensor<?x4xf32>
  // CHECK: linalg.matmul
  %e = tensor.empty() : tensor<4x4xf32>
  %2 = linalg.matmul ins(%e, %e : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: affine.for
  // CHECK: affine.load
  // CHECK: memref.store
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to %n {
    %7 = affine.load %m[%i, symbol(%c0)] : memref<?x4xf32>
    memref.store %7, %m[%i, %c0] : memref<?x4xf32>
  }
  // CHECK: bufferization.to_tensor
  %3 = bufferization.to_tensor %m restrict : memref<?x4xf32> to tensor<?x4xf32>
  // CHECK: complex.create
  %f = arith.constant 1.0 : f32
  %4 = complex.create %f, %f : complex<f32>
  // CHECK: ml_program.global_load
  %5 = ml_program.global_load @count : tensor<i32>
  %6 = chlo.broadcast_multiply %1, %3 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %6 : tensor<?x4xf32>
}
