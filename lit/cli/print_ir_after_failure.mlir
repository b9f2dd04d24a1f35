// RUN: not bcast-lower --no-implicit-module --pass-pipeline='func.func(symbol-dce)' --mlir-print-ir-after-failure %s 2>&1 >/dev/null | FileCheck %s

// CHECK: print_ir_after_failure.mlir:[[# @LINE + 4]]:1: error: 'func.func' op{{ +}}was scheduled to run under SymbolDCE
// CHECK: note: see current operation:
// CHECK: IR Dump After SymbolDCE Failed (symbol-dce)
// CHECK-NEXT: func.func
func.func @not_a_symbol_table() {
  return
}
