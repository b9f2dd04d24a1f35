// RUN: bcast-lower --target=xla --bounds=4,0 --function=main %s | FileCheck %s

// Who calls the function may have greater sizes.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<0xf32>,
// CHECK-LABEL: func.func @caller
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>) -> tensor<?xf32>
// CHECK-DAG: %[[M:.*]] = stablehlo.get_dimension_size %[[X]], dim = 0
// CHECK-DAG: %[[N:.*]] = stablehlo.get_dimension_size %[[Y]], dim = 0
// CHECK: stablehlo.compare EQ, %[[M]], %[[N]]
// CHECK: stablehlo.custom_call @shape_assertion
// CHECK-NOT: func.func
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @caller(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @main(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
