// All calls of a function are known although ops of unknown dialects have regions.
// RUN: bcast-lower --allow-unregistered-dialect %s | FileCheck %s --implicit-check-not=shape_assertion

func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %x : tensor<?xf32>
  %1 = call @sum(%x, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  "test.region"() ({
    "test.yield"(%1) : (tensor<?xf32>) -> ()
  }) : () -> ()
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func.func private @sum
// CHECK-NEXT: stablehlo.add %arg0, %arg1
func.func private @sum(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
