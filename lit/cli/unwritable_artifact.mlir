// Ops that an artifact cannot hold are reported once for each name.
//
// RUN: not bcast-lower --emit-artifact --assertions=cf %s 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: error: 'tensor.extract' op cannot be written as StableHLO {{.*}} (and 1 other such op)
// CHECK: error: 'cf.assert' op cannot be written as StableHLO {{.*}} (and 1 other such op)
func.func @f(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %1 = chlo.broadcast_add %0, %z : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
