// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=speed})' %s | FileCheck %s

// CHECK-LABEL: func.func @angle
// CHECK: linalg.generic
// CHECK: ^bb0(%[[Y:.*]]: f16, %[[X:.*]]: f16, %{{.*}}: f16)
// CHECK-DAG: %[[WIDTH:.*]] = math.absf %[[X]] : f16
// CHECK-DAG: %[[HEIGHT:.*]] = math.absf %[[Y]] : f16
// CHECK: math.atan2
// CHECK: math.copysign %{{.*}}, %[[Y]] : f16
func.func @angle(%y: tensor<4xf16>, %x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = stablehlo.atan2 %y, %x : tensor<4xf16>
  return %0 : tensor<4xf16>
}
