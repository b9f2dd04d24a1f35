// The stability of `top_k`, which jaxlib 0.10.2 does not know.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --emit-bytecode %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK-LABEL: func.func @stability(
func.func @stability(%a: tensor<8xf32>) {
  // CHECK-NEXT: chlo.top_k(%arg0, k = 2) : tensor<8xf32> -> (tensor<2xf32>, tensor<2xi32>)
  // CHECK-NEXT: chlo.top_k(%arg0, k = 2, is_stable = false) : tensor<8xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %0:2 = chlo.top_k(%a, k = 2, is_stable = true) : tensor<8xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %1:2 = chlo.top_k(%a, k = 2, is_stable = false) : tensor<8xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return
}
