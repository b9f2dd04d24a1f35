// RUN: bcast-lower --pass-pipeline='builtin.module()' --allow-unregistered-dialect %s | FileCheck %s
// RUN: not bcast-lower --pass-pipeline='builtin.module()' %s 2>&1 | FileCheck %s --check-prefix=ERR

// CHECK: "unknown.op"() : () -> !unknown.type
// ERR: unregistered_dialect.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operation being parsed with an unregistered dialect
"unknown.op"() : () -> !unknown.type
// ERR: note: ops of other dialects are read with `--allow-unregistered-dialect`
