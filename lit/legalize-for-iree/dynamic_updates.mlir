// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

// CHECK-LABEL: func.func @update
func.func @update(%x: tensor<?x4xf32>, %y: tensor<1x?xf32>, %i: tensor<i32>) -> tensor<?x4xf32> {
  // CHECK: tensor.insert_slice %arg1 into %arg0[%{{.*}}, %{{.*}}] [1, %{{.*}}] [1, 1] : tensor<1x?xf32> into tensor<?x4xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %y, %i, %c : (tensor<?x4xf32>, tensor<1x?xf32>, tensor<i32>, tensor<i32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Starts may be of any type of integers. `arith` has no unsigned ones, and IREE forgets the signs
// of narrow ones.
// CHECK-LABEL: func.func @wide_start
func.func @wide_start(%x: tensor<?xf32>, %y: tensor<1xf32>, %i: tensor<i64>) -> tensor<?xf32> {
  // CHECK: %[[START:.*]] = tensor.extract %arg2[] : tensor<i64>
  // CHECK-NEXT: arith.index_cast %[[START]] : i64 to index
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<?xf32>, tensor<1xf32>, tensor<i64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @narrow_start
func.func @narrow_start(%x: tensor<?xf32>, %y: tensor<1xf32>, %i: tensor<i8>) -> tensor<?xf32> {
  // CHECK: %[[WIDE:.*]] = stablehlo.convert %arg2 : (tensor<i8>) -> tensor<i32>
  // CHECK: tensor.extract %[[WIDE]][] : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<?xf32>, tensor<1xf32>, tensor<i8>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @unsigned_start
func.func @unsigned_start(%x: tensor<?xf32>, %y: tensor<1xf32>, %i: tensor<ui64>) -> tensor<?xf32> {
  // CHECK: %[[MAX:.*]] = stablehlo.constant dense<9223372036854775807> : tensor<ui64>
  // CHECK-NEXT: %[[LIMITED:.*]] = stablehlo.clamp %{{.*}}, %arg2, %[[MAX]] : tensor<ui64>
  // CHECK-NEXT: %[[START:.*]] = stablehlo.convert %[[LIMITED]] : (tensor<ui64>) -> tensor<i64>
  // CHECK: tensor.extract %[[START]][] : tensor<i64>
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<?xf32>, tensor<1xf32>, tensor<ui64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
