// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=speed},canonicalize)' %s | FileCheck %s -enable-var-scope

// The integers of turns wrap; small angles are as they are.
// CHECK-LABEL: func.func @sine
// CHECK: linalg.generic
// CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32)
// CHECK: arith.bitcast %[[X]] : f32 to i32
// CHECK: %[[TURNS:.*]] = arith.muli %{{.*}} : i64
// CHECK: arith.shli %[[TURNS]], %{{.*}} : i64
// CHECK: %[[HALF_TURNS:.*]] = arith.sitofp %{{.*}} : i32 to f32
// CHECK: %[[REDUCED:.*]] = arith.mulf %[[HALF_TURNS]]
// CHECK: %[[ANGLE:.*]] = arith.select %{{.*}}, %[[X]], %[[REDUCED]] : f32
// CHECK: arith.mulf %[[ANGLE]], %[[ANGLE]] : f32
// CHECK: %[[IS_FINITE:.*]] = arith.cmpf olt
// CHECK: arith.select %[[IS_FINITE]], %{{.*}}, %{{.*}} : f32
// CHECK-NOT: stablehlo.sine
func.func @sine(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.sine %x : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// A quarter of a turn is added; narrow floats are computed in 32 bits.
// CHECK-LABEL: func.func @cosine
// CHECK: arith.constant 4611686018427387904 : i64
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @cosine(%x: tensor<3xf16>) -> tensor<3xf16> {
  %0 = stablehlo.cosine %x : tensor<3xf16>
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @tangent
// CHECK: arith.divf
func.func @tangent(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %0 = stablehlo.tan %x : tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// Others stay: IREE may compute those of 64 bits in 32.
// CHECK-LABEL: func.func @others
// CHECK: stablehlo.sine %{{.*}} : tensor<?xf64>
// CHECK: stablehlo.cosine %{{.*}} : tensor<?xcomplex<f32>>
func.func @others(%x: tensor<?xf64>, %y: tensor<?xcomplex<f32>>) -> (tensor<?xf64>, tensor<?xcomplex<f32>>) {
  %0 = stablehlo.sine %x : tensor<?xf64>
  %1 = stablehlo.cosine %y : tensor<?xcomplex<f32>>
  return %0, %1 : tensor<?xf64>, tensor<?xcomplex<f32>>
}
