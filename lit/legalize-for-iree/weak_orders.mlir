// RUN: bcast-lower --target=iree %s | FileCheck %s

// `x <= y` is not `x > y`, which a NaN is of all numbers.
// CHECK-LABEL: func.func @at_most(
func.func @at_most(%x: tensor<?xf32>) -> tensor<?xi1> {
  // CHECK-DAG: %[[NAN:.*]] = stablehlo.compare NE, %[[X:.*]], %[[X]] :
  // CHECK-DAG: %[[NUMBER:.*]] = stablehlo.compare EQ, %[[X]], %[[X]] :
  // CHECK-DAG: %[[GREATER:.*]] = stablehlo.compare GT, %[[X]], %[[X]] :
  // CHECK: %[[OF_NAN:.*]] = stablehlo.and %[[NAN]], %[[NUMBER]]
  // CHECK: %[[IS:.*]] = stablehlo.or %[[GREATER]], %[[OF_NAN]]
  // CHECK: stablehlo.not %[[IS]]
  %0 = stablehlo.compare LE, %x, %x, WEAKORDER : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}
