// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// [n, 4] => [n, 0]
// CHECK-LABEL: func @empty(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>, %[[N:.*]]: index)
func.func @empty(%x: tensor<?x4xf32>, %n: index) -> tensor<?x0xf32> {
  // CHECK-DAG: %[[STARTS:.*]] = arith.constant dense<0> : tensor<2xindex>
  // CHECK-DAG: %[[STRIDES:.*]] = arith.constant dense<[1, 2]> : tensor<2xindex>
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK: %[[LIMITS:.*]] = tensor.from_elements %[[N]], %[[ZERO]]
  // CHECK: %[[PART:.*]] = stablehlo.real_dynamic_slice %[[X]], %[[STARTS]], %[[LIMITS]], %[[STRIDES]]
  // CHECK: return %[[PART]]
  %starts = arith.constant dense<[0, 3]> : tensor<2xindex>
  %three = arith.constant 3 : index
  %limits = tensor.from_elements %n, %three : tensor<2xindex>
  %strides = arith.constant dense<[1, 2]> : tensor<2xindex>
  %0 = stablehlo.real_dynamic_slice %x, %starts, %limits, %strides : (tensor<?x4xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// The other size may be 0, but has a start that is needed if it is not.
// CHECK-LABEL: func @one(
func.func @one(%x: tensor<?x4xf32>, %n: index) -> tensor<?x1xf32> {
  // CHECK: arith.constant dense<[0, 3]> : tensor<2xindex>
  // CHECK: stablehlo.real_dynamic_slice
  %starts = arith.constant dense<[0, 3]> : tensor<2xindex>
  %four = arith.constant 4 : index
  %limits = tensor.from_elements %n, %four : tensor<2xindex>
  %strides = arith.constant dense<1> : tensor<2xindex>
  %0 = stablehlo.real_dynamic_slice %x, %starts, %limits, %strides : (tensor<?x4xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}
