// RUN: bcast-lower --target=iree %s | FileCheck %s

// Powers of operands that broadcast are computed as others: by magnitudes, and signs.
// CHECK-LABEL: func.func @powers
// CHECK: math.absf
// CHECK-NEXT: math.powf
// CHECK: arith.fptosi
func.func @powers(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_power %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
