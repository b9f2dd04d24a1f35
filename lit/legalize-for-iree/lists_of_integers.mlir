// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=merged-dims})' %s | FileCheck %s

// The sizes of a reshape are a list of `index`, not of integers of 64 bits.
// [n] => [n, 1]
// CHECK-LABEL: func.func @list(
func.func @list(%x: tensor<?xf32>) -> tensor<?x1xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %dim = tensor.dim %x, %zero : tensor<?xf32>
  // CHECK: %[[SIZE:.*]] = arith.index_cast %{{.*}} : index to i64
  %size = arith.index_cast %dim : index to i64
  // CHECK: %[[ROWS:.*]] = arith.index_cast %[[SIZE]] : i64 to index
  // CHECK: %[[COLUMNS:.*]] = arith.index_cast %{{.*}} : i64 to index
  // CHECK: %[[SIZES:.*]] = tensor.from_elements %[[ROWS]], %[[COLUMNS]] : tensor<2xindex>
  %sizes = tensor.from_elements %size, %one : tensor<2xi64>
  // CHECK: tensor.reshape %{{.*}}(%[[SIZES]]) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x1xf32>
  %0 = tensor.reshape %x(%sizes) : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// The numbers of a slice in a branch are data.
// CHECK-LABEL: func.func @in_branch(
// CHECK: stablehlo.if
// CHECK: %[[ELEMENT:.*]] = tensor.extract %arg1
// CHECK: %[[START:.*]] = arith.index_cast %[[ELEMENT]] : i32 to index
// CHECK: %[[STARTS:.*]] = tensor.from_elements %[[START]] : tensor<1xindex>
// CHECK: stablehlo.real_dynamic_slice %{{.*}}, %[[STARTS]], %{{.*}}, %{{.*}} : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>)
func.func @in_branch(%x: tensor<?xf32>, %start: tensor<1xi32>, %limit: tensor<1xi32>, %is_part: tensor<i1>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "stablehlo.if"(%is_part) ({
    %1 = stablehlo.real_dynamic_slice %x, %start, %limit, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
