// The sizes of ops that stay are reported, too.
// RUN: bcast-lower explain --target=iree %s | FileCheck %s
// RUN: bcast-lower explain --target=iree --format=html %s | FileCheck %s --check-prefix=PAGE

// CHECK: tosa.add in @tosa
// CHECK-SAME: stays, behind its guards
// CHECK-NEXT: [a, 4] x [1, b] => [a, 4]
// CHECK: operand #0 %0 a* 4* used unchanged
// CHECK: dim 1: 4
// CHECK-NEXT: guard: b = 4 or b = 1 (checked here)
// PAGE: stays, behind its guards
func.func @tosa(%x: tensor<?x4xf32>, %y: tensor<1x?xf32>) -> tensor<?x4xf32> {
  %0 = tosa.abs %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tosa.add %0, %y : (tensor<?x4xf32>, tensor<1x?xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// Guards say which sizes are equal.
// Declared names are those of the first dim only: what is declared is checked behind the guards.
// CHECK: tosa.add in @chain stays
// CHECK-NEXT: [n] x [a] => [b]
// CHECK: guard: n = a or min(n, a) = 1 (checked here)
// CHECK: tosa.sub in @chain stays
// CHECK-NEXT: [n] x [a] => [b]
// CHECK: no guard
// CHECK: tosa.add in @chain stays
// CHECK-NEXT: [b] x [b] => [b]
// CHECK: guards {{ *}}2 kept, 2 asserted
func.func @chain(%x: tensor<?xf32> {bcast.dims = ["n"]}, %y: tensor<?xf32> {bcast.dims = ["n"]}) -> tensor<?xf32> {
  %0 = tosa.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = tosa.sub %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = tosa.add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
