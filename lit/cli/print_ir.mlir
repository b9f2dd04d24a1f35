// RUN: bcast-lower --pass-pipeline='builtin.module(func.func(canonicalize),symbol-dce)' --mlir-print-ir-before-all %s 2>&1 >/dev/null | FileCheck %s --check-prefix=BEFORE
// RUN: bcast-lower --pass-pipeline='builtin.module(func.func(canonicalize),symbol-dce)' --mlir-print-ir-after-all %s 2>&1 >/dev/null | FileCheck %s --check-prefix=AFTER
// RUN: bcast-lower --pass-pipeline='builtin.module(func.func(canonicalize),symbol-dce)' --mlir-print-ir-after-change %s 2>&1 >/dev/null | FileCheck %s --check-prefix=CHANGE
// RUN: bcast-lower --pass-pipeline='builtin.module(func.func(canonicalize))' --mlir-print-ir-before-all --mlir-print-ir-module-scope %s 2>&1 >/dev/null | FileCheck %s --check-prefix=SCOPE
// RUN: bcast-lower --pass-pipeline='builtin.module(func.func(canonicalize))' --mlir-timing %s 2>&1 >/dev/null | FileCheck %s --check-prefix=TIMING

// BEFORE: IR Dump Before Canonicalizer
// BEFORE: arith.constant
// BEFORE: IR Dump Before SymbolDCE
// BEFORE-NOT: arith.constant

// AFTER: IR Dump After Canonicalizer
// AFTER: func.func @unused_constant
// AFTER: IR Dump After SymbolDCE

// CHANGE: IR Dump After Canonicalizer
// CHANGE-NOT: IR Dump After SymbolDCE

// SCOPE: IR Dump Before Canonicalizer (canonicalize) ('func.func' operation: @unused_constant)
// SCOPE-NEXT: module {

// TIMING: Execution time report
// TIMING: Parser
// TIMING: Canonicalizer
// TIMING: Output
// TIMING: Total
func.func @unused_constant() {
  %0 = arith.constant 1 : i32
  return
}
