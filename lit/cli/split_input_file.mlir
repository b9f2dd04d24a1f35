// RUN: not bcast-lower --pass-pipeline='builtin.module()' --split-input-file %s 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t.err
// RUN: not bcast-lower -pass-pipeline='builtin.module()' -split-input-file %s 2>/dev/null | FileCheck %s

// All parts are processed even if one fails; diagnostics give the line in the file.

// CHECK-LABEL: func.func @first
func.func @first() {
  return
}

// CHECK: // -----
// CHECK-NOT: @second
// -----

// ERR: split_input_file.mlir:[[# @LINE + 2]]:3: error: custom op 'wrong' is unknown
func.func @second() {
  wrong
}

// CHECK: // -----
// CHECK: func.func @third
// -----

func.func @third() {
  return
}
