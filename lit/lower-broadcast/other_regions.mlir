// Ops in regions of scans, composites and collective ops are lowered there.
// RUN: bcast-lower --lower-broadcast %s | FileCheck %s

// [?] x [1] => [?], with the size of the argument of the body
// CHECK-LABEL: func.func @scan(
func.func @scan(%a: tensor<4x?xf32>, %b: tensor<?xf32>, %one: tensor<1xf32>) -> tensor<4x?xf32> {
  // CHECK-NEXT: chlo.scan(%arg0) inits (%arg1, %arg2) dimension=0
  // CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>, %[[ONE:.*]]: tensor<1xf32>):
  // CHECK: stablehlo.get_dimension_size %[[X]], dim = 0
  // CHECK: stablehlo.dynamic_broadcast_in_dim %[[ONE]]
  // CHECK-NOT: chlo.broadcast
  %0:3 = chlo.scan(%a) inits (%b, %one) dimension = 0 {
  ^bb0(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<1xf32>):
    %1 = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    stablehlo.return %1, %y, %z : tensor<?xf32>, tensor<?xf32>, tensor<1xf32>
  } : (tensor<4x?xf32>, tensor<?xf32>, tensor<1xf32>) -> (tensor<4x?xf32>, tensor<?xf32>, tensor<1xf32>)
  return %0#0 : tensor<4x?xf32>
}

func.func @helper(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// CHECK-LABEL: func.func @composite(
func.func @composite(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: stablehlo.composite "my.map" %arg0 ({
  // CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<f32>):
  // CHECK-NEXT: %[[Z:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [] : (tensor<f32>) -> tensor<4xf32>
  // CHECK-NEXT: stablehlo.multiply %[[X]], %[[Z]] : tensor<4xf32>
  %0 = stablehlo.composite "my.map" %a ({
  ^bb0(%x: tensor<4xf32>, %y: tensor<f32>):
    %1 = chlo.broadcast_multiply %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) {decomposition = @helper} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @collective(
func.func @collective(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: "stablehlo.async_start"(%arg0) ({
  // CHECK: "stablehlo.all_reduce"
  // CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<f32>, %[[Y:.*]]: tensor<f32>):
  // CHECK-NEXT: stablehlo.add %[[X]], %[[Y]] : tensor<f32>
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%b: tensor<4xf32>):
    %1 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %2 = chlo.broadcast_add %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  %3 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
