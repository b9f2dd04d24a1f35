// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | FileCheck %s --check-prefix=GENERIC
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-debuginfo %s | FileCheck %s --check-prefix=DEBUG
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-debuginfo --mlir-print-local-scope %s | FileCheck %s --check-prefix=LOCAL
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-elide-elementsattrs-if-larger=4 %s | FileCheck %s --check-prefix=ELIDE
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | bcast-lower --pass-pipeline='builtin.module()' | FileCheck %s

// CHECK-LABEL: func.func @prints
// CHECK-SAME: (%[[ARG:.*]]: i32) -> i32 {
// CHECK-NEXT: arith.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
// CHECK-NEXT: return %[[ARG]] : i32

// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "func.func"() <{
// GENERIC: "func.return"(%{{.*}}) : (i32) -> ()

// DEBUG: return %{{.*}} : i32 loc(#[[LOC:.*]])
// DEBUG: #[[LOC]] = loc("{{.*}}print_forms.mlir":[[# @LINE + 9]]:3)

// LOCAL: return %{{.*}} : i32 loc("{{.*}}print_forms.mlir":[[# @LINE + 7]]:3)

// ELIDE: dense_resource<__elided__>
func.func @prints(%arg: i32) -> i32 {
  // Something large enough to be elided.
  %0 = arith.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  // The line of the location.
  return %arg : i32
}
