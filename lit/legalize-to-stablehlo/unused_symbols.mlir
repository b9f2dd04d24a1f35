// Private symbols that nothing uses are removed before any op is refused.
// RUN: bcast-lower --target=xla --split-input-file %s | FileCheck %s
// RUN: bcast-lower --target=iree --split-input-file %s | FileCheck %s

// CHECK-LABEL: module
// CHECK-NOT: ml_program
// CHECK-NOT: @unused
// CHECK: func.func @main
// CHECK-NOT: @recursive
ml_program.global private mutable @global_seed(dense<0> : tensor<i64>) : tensor<i64>
func.func private @unused(%a: memref<2xf32>) {
  call @recursive(%a) : (memref<2xf32>) -> ()
  return
}
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}
func.func private @recursive(%a: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %a[%c0] : memref<2xf32>
  call @recursive(%a) : (memref<2xf32>) -> ()
  return
}
