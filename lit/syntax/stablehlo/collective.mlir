// Collective ops, in which several processes take part.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK-LABEL: func.func @ids(
func.func @ids() {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.partition_id : tensor<ui32>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.replica_id : tensor<ui32>
  %0 = stablehlo.partition_id : tensor<ui32>
  %1 = stablehlo.replica_id : tensor<ui32>
  return
}

// CHECK-LABEL: func.func @exchanges(
func.func @exchanges(%a: tensor<4x2xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
  // CHECK-NEXT: %[[R1:.*]] = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: %[[R2:.*]] = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<{{\[\[}}0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  // CHECK-NEXT: %[[R3:.*]] = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  // CHECK-NEXT: %[[R4:.*]] = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
  %1 = "stablehlo.all_to_all"(%a) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  %2 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %3 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %4 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// CHECK-LABEL: func.func @combinations(
func.func @combinations(%a: tensor<4x2xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
  // CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.add %arg1, %arg2 : tensor<f32>
  // CHECK-NEXT: stablehlo.return %[[R1]] : tensor<f32>
  // CHECK-NEXT: }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  // CHECK-NEXT: %[[R2:.*]] = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  // CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  // CHECK-NEXT: %[[R1]] = stablehlo.maximum %arg1, %arg2 : tensor<f32>
  // CHECK-NEXT: stablehlo.return %[[R1]] : tensor<f32>
  // CHECK-NEXT: }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %2 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return
}

// CHECK-LABEL: func.func @futures(
func.func @futures(%a: tensor<4xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = "stablehlo.async_start"(%arg0) ({
  // CHECK-NEXT: ^bb0(%arg1: tensor<4xf32>):
  // CHECK-NEXT: %[[R1:.*]] = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  // CHECK-NEXT: stablehlo.return %[[R1]] : tensor<8xf32>
  // CHECK-NEXT: }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  // CHECK-NEXT: %[[R2:.*]] = "stablehlo.async_done"(%[[R0]]) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %1 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  return
}
