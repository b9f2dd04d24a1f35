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

// An assertion behind it does not check it in time.
// CHECK-LABEL: func.func @late
// IREE-LABEL: func.func @late
// CHECK: cf.assert %[[OK:.*]], "sizes"
// CHECK-NEXT: shape.cstr_require %[[OK]], "sizes"
// CHECK: cf.assert %[[OK]], "late"
func.func @late(%ok: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.cstr_require %ok, "sizes"
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    %1 = stablehlo.negate %x : tensor<?xf32>
    shape.assuming_yield %1 : tensor<?xf32>
  }
  cf.assert %ok, "late"
  return %0 : tensor<?xf32>
}
