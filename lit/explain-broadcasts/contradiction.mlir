// Facts that contradict each other are named.
// RUN: bcast-lower explain %s | FileCheck %s
// RUN: bcast-lower explain %s | FileCheck %s --check-prefix=ASKED
// RUN: bcast-lower explain --format=html %s | FileCheck %s --check-prefix=PAGE
// RUN: bcast-lower --pass-pipeline='builtin.module(explain-broadcasts)' %s 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: chlo.broadcast_add in @f
// CHECK: the facts here are contradictory:
// CHECK-NEXT: these contradict each other:
// CHECK-NEXT: stablehlo.add at {{.*}}:[[@LINE+10]]:8
// CHECK-NEXT: tensor.cast at {{.*}}:[[@LINE+10]]:8
// CHECK-NEXT: tensor.cast at {{.*}}:[[@LINE+10]]:8
// CHECK-NEXT: dim 0:
// PAGE: these contradict each other:
// PAGE-SAME: stablehlo.add
// REMARK: note: these contradict each other: stablehlo.add
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %z : tensor<?xf32>
  // x and y are equal, 2 and 3.
  %1 = stablehlo.add %x, %y : tensor<?xf32>
  %2 = tensor.cast %x : tensor<?xf32> to tensor<2xf32>
  %3 = tensor.cast %y : tensor<?xf32> to tensor<3xf32>
  %4 = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %4 : tensor<?xf32>
}

// The assertions are contradictory even if each says only one size; what was known before still decides.
// ASKED: check in @assertions: argument #0 %x dim 0 = 3
// ASKED: check in @assertions: argument #0 %x dim 0 = 4
// CHECK: chlo.broadcast_add in @assertions
// CHECK: these contradict each other:
// CHECK-NEXT: the assertion stablehlo.custom_call @shape_assertion at {{.*}}:[[@LINE+10]]:3
// CHECK-NEXT: the assertion stablehlo.custom_call @shape_assertion at {{.*}}:[[@LINE+12]]:3
// CHECK-NEXT: dim 0: 3
// CHECK: known from:
// CHECK-NEXT: the assertion stablehlo.custom_call @shape_assertion at {{.*}}:[[@LINE+6]]:3
func.func @assertions(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.constant dense<3> : tensor<i32>
  %2 = stablehlo.constant dense<4> : tensor<i32>
  %3 = stablehlo.compare EQ, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%3, %0) {api_version = 2 : i32, error_message = "expected 3, got {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %4 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %5 = stablehlo.compare EQ, %4, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%5, %4) {api_version = 2 : i32, error_message = "expected 4, got {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %6 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %6 : tensor<?xf32>
}
