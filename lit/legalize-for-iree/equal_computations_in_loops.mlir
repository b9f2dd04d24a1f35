// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops},canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// What is computed in front of a loop and in it is computed in front of it, and kept in rows of 64
// bytes for its uses in the loop and after it.
// CHECK-LABEL: func.func @shared
// CHECK: %[[C16:.*]] = arith.constant 16 : index
// CHECK: %[[Y:.*]] = stablehlo.log_plus_one
// CHECK: %[[COUNT:.*]] = arith.maxsi
// CHECK: %[[ROWS:.*]] = arith.ceildivui %[[COUNT]], %[[C16]]
// CHECK: %[[PADDED:.*]] = arith.muli %[[ROWS]], %[[C16]]
// CHECK: %[[EMPTY:.*]] = tensor.empty(%[[PADDED]]) : tensor<?xf32>
// CHECK: %[[KEPT:.*]] = tensor.insert_slice %[[Y]] into %[[EMPTY]][0] [%{{.*}}] [1] : tensor<?xf32> into tensor<?xf32>
// CHECK: stablehlo.while
// CHECK: } do {
// CHECK-NOT: stablehlo.log_plus_one
// CHECK: tensor.extract_slice %[[KEPT]][0] [%[[COUNT]]] [1]
// CHECK-NOT: stablehlo.log_plus_one
// CHECK: %[[AFTER:.*]] = tensor.extract_slice %[[KEPT]][0] [%[[COUNT]]] [1]
// CHECK-NOT: stablehlo.log_plus_one
// CHECK: return %{{.*}}, %[[AFTER]]
func.func @shared(%x: tensor<?xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %sine = stablehlo.log_plus_one %x : tensor<?xf32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %again = stablehlo.log_plus_one %x : tensor<?xf32>
    %1 = stablehlo.add %a, %again : tensor<?xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<?xf32>
  }
  return %0#1, %sine : tensor<?xf32>, tensor<?xf32>
}

// So is what becomes ops of other dialects.
// CHECK-LABEL: func.func @shared_concatenation
// CHECK-COUNT-2: tensor.insert_slice %arg0
// CHECK: %[[KEPT:.*]] = tensor.insert_slice
// CHECK: stablehlo.while
// CHECK: } do {
// CHECK-NOT: tensor.insert_slice %arg0
// CHECK: tensor.extract_slice %[[KEPT]]
func.func @shared_concatenation(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %both = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %0:3 = stablehlo.while(%i = %zero, %a = %both, %own = %x) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %again = stablehlo.concatenate %own, %own, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %1 = stablehlo.add %a, %again : tensor<?xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1, %own : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}
