// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize,cse)' %s | FileCheck %s
// RUN: bcast-lower --target=iree %s > %t
// RUN: bcast-lower --target=iree %t | diff %t -

// Positions that are computed from what a loop carries are scalars, too: IREE would compute them in a
// dispatch, and wait for each in every iteration. The counter is read before anything is computed.
// CHECK-LABEL: func.func @row_of_each_iteration
// CHECK: stablehlo.while
// CHECK: do {
// CHECK: %[[I:.*]] = tensor.extract %iterArg[] : tensor<i32>
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %{{.*}} : i32
// CHECK: %[[FROM:.*]] = tensor.from_elements %{{.*}}, %{{.*}} : tensor<2xindex>
// CHECK: %[[TO:.*]] = tensor.from_elements %{{.*}}, %{{.*}} : tensor<2xindex>
// CHECK: stablehlo.real_dynamic_slice %{{.*}}, %[[FROM]], %[[TO]], %{{.*}} : (tensor<?x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<1x?xf32>
// Nothing is copied for a read behind it.
// CHECK-NOT: tensor.empty
// CHECK: %[[START:.*]] = tensor.from_elements %[[NEXT]] : tensor<i32>
// CHECK: stablehlo.dynamic_slice %{{.*}}, %[[START]], sizes = [2] : (tensor<8xf32>, tensor<i32>) -> tensor<2xf32>
func.func @row_of_each_iteration(%x: tensor<?x?xf32>, %y: tensor<8xf32>) -> (tensor<?x?xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zeros = stablehlo.constant dense<0> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %first = stablehlo.constant dense<0.0> : tensor<2xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %columns = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %0:3 = stablehlo.while(%iterArg = %zero, %iterArg_0 = %x, %iterArg_1 = %first) : tensor<i32>, tensor<?x?xf32>, tensor<2xf32>
    cond {
      %1 = stablehlo.compare LT, %iterArg, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %row = stablehlo.reshape %iterArg : (tensor<i32>) -> tensor<1xi32>
      %from = stablehlo.concatenate %row, %zeros, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %next = stablehlo.add %iterArg, %one : tensor<i32>
      %end = stablehlo.reshape %next : (tensor<i32>) -> tensor<1xi32>
      %to = stablehlo.concatenate %end, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %1 = stablehlo.real_dynamic_slice %x, %from, %to, %ones : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x?xf32>
      %2 = stablehlo.dynamic_update_slice %iterArg_0, %1, %iterArg, %zero : (tensor<?x?xf32>, tensor<1x?xf32>, tensor<i32>, tensor<i32>) -> tensor<?x?xf32>
      %3 = stablehlo.dynamic_slice %y, %next, sizes = [2] : (tensor<8xf32>, tensor<i32>) -> tensor<2xf32>
      stablehlo.return %next, %2, %3 : tensor<i32>, tensor<?x?xf32>, tensor<2xf32>
    }
  return %0#1, %0#2 : tensor<?x?xf32>, tensor<2xf32>
}

// What is computed from data is read where it is needed.
// CHECK-LABEL: func.func @position_in_data
// CHECK: %[[START:.*]] = stablehlo.add %arg1, %arg1 : tensor<i32>
// CHECK: stablehlo.dynamic_slice %arg0, %[[START]], sizes = [2]
func.func @position_in_data(%x: tensor<8xf32>, %i: tensor<i32>) -> tensor<2xf32> {
  %0 = stablehlo.add %i, %i : tensor<i32>
  %1 = stablehlo.dynamic_slice %x, %0, sizes = [2] : (tensor<8xf32>, tensor<i32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
