// RUN: bcast-lower --target=iree --shapes=4,? %s | FileCheck %s

// CHECK: cf.assert %{{.*}}, "tosa.add:
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tosa.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
