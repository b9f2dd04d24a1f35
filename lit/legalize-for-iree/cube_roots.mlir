// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=speed})' %s | FileCheck %s

// CHECK-LABEL: func.func @root
// CHECK: linalg.generic
// CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32)
// CHECK: %[[IS_INFINITE:.*]] = arith.cmpf oeq
// CHECK: %[[ROOT:.*]] = math.cbrt %[[X]] : f32
// CHECK: arith.select %[[IS_INFINITE]], %[[X]], %[[ROOT]] : f32
func.func @root(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.cbrt %x : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
