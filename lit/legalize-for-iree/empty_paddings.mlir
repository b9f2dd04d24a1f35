// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// What is padded has no elements; the interior padding adds none.
// CHECK-LABEL: func @empty(
// CHECK-SAME: %[[X:.*]]: tensor<?x0xf32>) -> tensor<?x2xf32>
func.func @empty(%x: tensor<?x0xf32>) -> tensor<?x2xf32> {
  // CHECK: stablehlo.constant dense<1.0{{.*}}> : tensor<f32>
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[X]]
  // CHECK: %[[FILLED:.*]] = stablehlo.dynamic_broadcast_in_dim {{.*}} -> tensor<?x2xf32>
  // CHECK-NOT: tensor.insert_slice
  // CHECK: return %[[FILLED]]
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.pad %x, %one, low = [0, 2], high = [0, 0], interior = [0, 1] : (tensor<?x0xf32>, tensor<f32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// Other sizes may be 0 at run time.
// CHECK-LABEL: func @other(
func.func @other(%x: tensor<?x1xf32>) -> tensor<?x3xf32> {
  // CHECK: stablehlo.pad
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.pad %x, %one, low = [0, 2], high = [0, 0], interior = [0, 1] : (tensor<?x1xf32>, tensor<f32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
