// Facts that contradict each other are named.
// RUN: bcast-lower explain %s | FileCheck %s
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
