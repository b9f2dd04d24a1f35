// RUN: bcast-lower --pass-pipeline='builtin.module()' --emit-bytecode %s -o %t.mlirbc
// RUN: bcast-lower --pass-pipeline='builtin.module()' %t.mlirbc | FileCheck %s
// RUN: mlir-opt %t.mlirbc | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file %t.mlirbc | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --emit-bytecode %t.mlirbc | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s

// CHECK-LABEL: func.func @round_trip
// CHECK-NEXT: arith.constant dense_resource<blob> : tensor<2xi32>
// CHECK-NEXT: return
func.func @round_trip() {
  %0 = arith.constant dense_resource<blob> : tensor<2xi32>
  return
}

// Resources are kept, including those of unknown tools.
// CHECK: {-#
// CHECK-DAG: blob: "0x040000000100000002000000"
// CHECK-DAG: other_tool: {
// CHECK-DAG: key: "value"
// CHECK: #-}
{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000100000002000000"
    }
  },
  external_resources: {
    other_tool: {
      key: "value"
    }
  }
#-}
