// RUN: bcast-lower --guard-broadcasts %s | FileCheck %s
// RUN: bcast-lower --target=iree %s | FileCheck %s --check-prefix=IREE

// MLIR removes a requirement that never holds; IREE must know it.
// CHECK-LABEL: func.func @never
// CHECK: cf.assert %false, "never"
// CHECK: shape.cstr_require %false, "never"
// IREE-LABEL: func.func @never
// IREE: cf.assert %false, "never"
func.func @never(%x: tensor<?xf32>) -> tensor<?xf32> {
  %false = arith.constant false
  %0 = shape.cstr_require %false, "never"
  %1 = stablehlo.negate %x : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// It is checked once.
// IREE-LABEL: func.func @once
// IREE-COUNT-1: cf.assert
// IREE-NOT: cf.assert
func.func @once(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %p = arith.cmpi eq, %n, %c5 : index
  // CHECK: cf.assert %{{.*}}, "shape.cstr_require: a requirement does not hold"
  %0 = shape.cstr_require %p, ""
  %1 = stablehlo.negate %x : tensor<?xf32>
  return %1 : tensor<?xf32>
}
