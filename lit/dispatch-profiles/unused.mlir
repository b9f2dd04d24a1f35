// RUN: bcast-lower --target=iree --profile=4,4 %s | FileCheck %s

// Nothing uses the sum, but it accepts sizes that broadcast only, with a profile as without.
// CHECK: cf.assert {{.*}} "chlo.broadcast_add:
// CHECK: cf.cond_br
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.negate %x : tensor<?xf32>
  return %1 : tensor<?xf32>
}
