// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=speed},canonicalize)' %s | FileCheck %s -enable-var-scope

// The bits are rounded, to the even one of two numbers; NaN stays.
// CHECK-LABEL: func.func @there_and_back
// CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: bf16)
// CHECK: %[[BITS:.*]] = arith.bitcast %[[X]] : f32 to i32
// CHECK: arith.shrui %[[BITS]], %{{.*}} : i32
// CHECK: arith.addi %[[BITS]], %{{.*}} : i32
// CHECK: %[[ROUNDED:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: %[[IS_NUMBER:.*]] = arith.cmpf oeq, %[[X]], %[[X]] : f32
// CHECK: %[[NUMBER:.*]] = arith.select %[[IS_NUMBER]], %[[ROUNDED]], %[[X]] : f32
// CHECK: arith.truncf %[[NUMBER]] : f32 to bf16
// CHECK: stablehlo.convert %{{.*}} : (tensor<?xbf16>) -> tensor<?xf32>
func.func @there_and_back(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.convert %x : (tensor<?xf32>) -> tensor<?xbf16>
  %1 = stablehlo.negate %0 : tensor<?xbf16>
  %2 = stablehlo.convert %1 : (tensor<?xbf16>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// Others are as they are.
// CHECK-LABEL: func.func @others
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @others(%x: tensor<?xf32>, %z: tensor<?xf32>) -> (tensor<?xbf16>, tensor<?xf32>) {
  %0 = stablehlo.convert %x : (tensor<?xf32>) -> tensor<?xbf16>
  %3 = stablehlo.convert %z : (tensor<?xf32>) -> tensor<?xf16>
  %4 = stablehlo.convert %3 : (tensor<?xf16>) -> tensor<?xf32>
  return %0, %4 : tensor<?xbf16>, tensor<?xf32>
}

// CHECK-LABEL: func.func @of_known_size
// CHECK: linalg.generic
func.func @of_known_size(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
  %1 = stablehlo.convert %0 : (tensor<4xbf16>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
