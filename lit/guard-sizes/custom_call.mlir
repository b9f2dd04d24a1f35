// Compilers that refine shapes by themselves get StableHLO's assertions, which show the sizes.
// RUN: bcast-lower --pass-pipeline='builtin.module(guard-sizes,legalize-to-stablehlo,cse)' %s | FileCheck %s --implicit-check-not=cf.assert

// RUN: bcast-lower --pass-pipeline='builtin.module(guard-sizes,legalize-to-stablehlo)' %s -o %t
// RUN: not bcast-lower --target=xla --function=elementwise --shapes=3x4,2x4 %t 2>&1 | FileCheck %s --check-prefix=CALL
// CALL: stablehlo.add: the size of operand #1 dim 0 is 2; expected 3, the size of operand #0 dim 0

// CHECK-LABEL: func.func @elementwise
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %[[Y:.*]]: tensor<?x4xf32>)
// CHECK-DAG: %[[Y_SIZE:.*]] = stablehlo.get_dimension_size %[[Y]]
// CHECK-DAG: %[[X_SIZE:.*]] = stablehlo.get_dimension_size %[[X]]
// CHECK: %[[EQUAL:.*]] = stablehlo.compare EQ, %[[Y_SIZE]], %[[X_SIZE]]
// CHECK-DAG: %[[Y_SHOWN:.*]] = stablehlo.convert %[[Y_SIZE]] : (tensor<i32>) -> tensor<i64>
// CHECK-DAG: %[[X_SHOWN:.*]] = stablehlo.convert %[[X_SIZE]] : (tensor<i32>) -> tensor<i64>
// CHECK: stablehlo.custom_call @shape_assertion(%[[EQUAL]], %[[Y_SHOWN]], %[[X_SHOWN]])
// CHECK-SAME: error_message = "stablehlo.add: the size of operand #1 dim 0 is {0}; expected {1}, the size of operand #0 dim 0"
func.func @elementwise(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.add %x, %y : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @slice
// CHECK: error_message = "stablehlo.slice: the size of operand #0 'ro\\7B0\\7Dws' dim 0 is {0}; expected at least 11"
func.func @slice(%x: tensor<?xf32> loc("ro{0}ws")) -> tensor<11xf32> {
  %0 = stablehlo.slice %x [0:11] : (tensor<?xf32>) -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// CHECK-LABEL: func.func @broadcast
// CHECK: error_message = "stablehlo.dynamic_broadcast_in_dim: the size of operand #0 dim 0 is {0}; expected {1}, element 0 of operand #1, or 1"
// CHECK: error_message = "stablehlo.dynamic_broadcast_in_dim: element 0 of operand #1 is {0}; expected at least 0"
func.func @broadcast(%x: tensor<?xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @reshape
// CHECK: error_message = "stablehlo.dynamic_reshape: operand #0 of sizes [{0}, 2] does not fit the result's sizes [{1}]; expected the same number of elements"
func.func @reshape(%x: tensor<?x2xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %n : (tensor<?x2xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @cast
// CHECK: error_message = "tensor.cast: the size of operand #0 dim 0 is {0}; expected 4, which its type declares"
func.func @cast(%x: tensor<?xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
