// RUN: bcast-lower explain --shapes=4x6,6 %s | FileCheck %s
// RUN: bcast-lower explain --target=xla --shapes=4x6,6 %s | FileCheck %s
// RUN: not bcast-lower explain --shapes=4x6,5 %s 2>&1 | FileCheck %s --check-prefix=WRONG

// The page shows the given sizes.
// CHECK: chlo.broadcast_add in @f becomes stablehlo.add
// CHECK-NEXT: [4, 6] x [6] => [4, 6]
// WRONG: error: 'chlo.broadcast_add' op operands don't have broadcast-compatible shapes
func.func @f(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
