// RUN: bcast-lower --target=iree --profile=4x8,8 --profile=2x3,? %s | FileCheck %s
// RUN: bcast-lower --target=iree --profile=4x8,8 --profile=2x3,? %s > %t
// RUN: bcast-lower --target=iree %t | diff %t -

// Of the two results, one comes from a loop, and one from a broadcast that may be repeated.
// CHECK-LABEL: func.func @main(%{{.*}}: tensor<?x?xui8>, %{{.*}}: tensor<?xui8>) -> (!hal.buffer_view, !hal.buffer_view) attributes
// CHECK: cf.cond_br
// CHECK: %[[RESULTS:.*]]:2 = call @main_0
// CHECK: %[[FIRST:.*]] = stablehlo.bitcast_convert %[[RESULTS]]#0 : (tensor<4x8xui8>) -> tensor<4x8xi8>
// CHECK: "hal.tensor.export"(%[[FIRST]])
// CHECK: %[[A:.*]] = "hal.buffer_view.create"
// CHECK: %[[B:.*]] = "hal.buffer_view.create"
// CHECK-NEXT: return %[[A]], %[[B]]
// CHECK: cf.cond_br
// CHECK: call @main_1
// CHECK: return
// CHECK: call @main_any
// CHECK: return
func.func @main(%x: tensor<?x?xui8>, %y: tensor<?xui8>) -> (tensor<?x?xui8>, tensor<?xui8>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xui8>, tensor<?xui8>) -> tensor<?x?xui8>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %1:2 = stablehlo.while(%i = %zero, %z = %y) : tensor<i32>, tensor<?xui8>
    cond {
      %2 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = stablehlo.add %z, %z : tensor<?xui8>
      %3 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %3, %2 : tensor<i32>, tensor<?xui8>
    }
  return %0, %1#1 : tensor<?x?xui8>, tensor<?xui8>
}
