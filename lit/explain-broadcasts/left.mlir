// The sizes of ops that stay are reported, too.
// RUN: bcast-lower explain --target=iree %s | FileCheck %s
// RUN: bcast-lower explain --target=iree --format=html %s | FileCheck %s --check-prefix=PAGE

// CHECK: tosa.add in @tosa
// CHECK-NEXT: left unchanged: no rule lowers it; it is only verified
// CHECK-NEXT: [a, 4] x [1, b] => [a, 4]
// CHECK-NEXT: operand #0 %0: tensor<?x4xf32>
// PAGE: [a, 4] x [1, b] =&gt; [a, 4]
func.func @tosa(%x: tensor<?x4xf32>, %y: tensor<1x?xf32>) -> tensor<?x4xf32> {
  %0 = tosa.abs %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tosa.add %0, %y : (tensor<?x4xf32>, tensor<1x?xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
