// RUN: bcast-lower --pass-pipeline='builtin.module(inline,symbol-dce,sccp,canonicalize,cse)' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module(func.func(remove-shape-constraints,canonicalize))' %s | FileCheck %s --check-prefix=SHAPE
// RUN: bcast-lower --pass-pipeline='builtin.module(func.func(shape-to-shape-lowering,convert-shape-constraints),convert-shape-to-std)' %s | FileCheck %s --check-prefix=STD
// RUN: bcast-lower --pass-pipeline='builtin.module(canonicalize{top-down=false max-iterations=3})' %s | FileCheck %s --check-prefix=OPTIONS

// CHECK-NOT: @callee
// CHECK-LABEL: func.func @caller
// CHECK-SAME: (%[[ARG:.*]]: index)
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[ARG]], %[[TWO]] : index
// CHECK-NEXT: return %[[SUM]] : index

// OPTIONS-LABEL: func.func @caller
// OPTIONS: call @callee
func.func private @callee(%a: index) -> index {
  %c1 = arith.constant 1 : index
  %c2 = arith.addi %c1, %c1 : index
  %0 = arith.addi %a, %c2 : index
  return %0 : index
}
func.func @caller(%a: index) -> index {
  %0 = call @callee(%a) : (index) -> index
  return %0 : index
}

// SHAPE-LABEL: func.func @constraint
// SHAPE-NOT: cstr_broadcastable
// SHAPE: return

// STD-LABEL: func.func @constraint
// STD: cf.assert
// STD-NOT: shape.cstr
func.func @constraint(%a: tensor<?xindex>, %b: tensor<?xindex>) {
  %w = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  shape.assuming %w {
    shape.assuming_yield
  }
  return
}
