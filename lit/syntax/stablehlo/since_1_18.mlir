// Forms that StableHLO 1.18 to 1.20 added. Their syntax is that of OpenXLA's tests of StableHLO
// 1.20; no released jaxlib reads them.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --emit-bytecode %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --emit-artifact=1.20.0 %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK-LABEL: func.func @tilings(
func.func @tilings(%a: tensor<8x128xf32>) {
  // CHECK-NEXT: stablehlo.custom_call @x(%arg0) {result_tilings = {{\[\[}}dense<[8, 128]> : tensor<2xindex>], []]} : (tensor<8x128xf32>) -> (tensor<8x128xf32>, tensor<f32>)
  %0:2 = stablehlo.custom_call @x(%a) {result_tilings = [[dense<[8, 128]> : tensor<2xindex>], []]} : (tensor<8x128xf32>) -> (tensor<8x128xf32>, tensor<f32>)
  return
}

// CHECK-LABEL: func.func @broadcasts(
func.func @broadcasts(%a: tensor<4xf32>, %b: tensor<i8>, %root: tensor<2xi32>) {
  // CHECK-NEXT: "stablehlo.collective_broadcast"(%arg0, %arg1) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<i8>) -> (tensor<4xf32>, tensor<i8>)
  // CHECK-NEXT: "stablehlo.collective_broadcast"(%arg0, %arg1, %arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<i8>, tensor<2xi32>) -> (tensor<4xf32>, tensor<i8>)
  %0:2 = "stablehlo.collective_broadcast"(%a, %b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<i8>) -> (tensor<4xf32>, tensor<i8>)
  %1:2 = "stablehlo.collective_broadcast"(%a, %b, %root) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<i8>, tensor<2xi32>) -> (tensor<4xf32>, tensor<i8>)
  return
}

// CHECK-LABEL: func.func @reductions(
func.func @reductions(%a: tensor<4xi64>, %root: tensor<1xi32>) {
  // CHECK-NEXT: "stablehlo.collective_reduce"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  // CHECK-NEXT: ^bb0(%arg2: tensor<i64>, %arg3: tensor<i64>):
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.add %arg2, %arg3 : tensor<i64>
  // CHECK-NEXT: stablehlo.return %[[R0]] : tensor<i64>
  // CHECK-NEXT: }) : (tensor<4xi64>, tensor<1xi32>) -> tensor<4xi64>
  %0 = "stablehlo.collective_reduce"(%a, %root) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %1 = stablehlo.add %x, %y : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) : (tensor<4xi64>, tensor<1xi32>) -> tensor<4xi64>
  // CHECK-NEXT: "stablehlo.async_start"(%arg0) ({
  // CHECK-NEXT: ^bb0(%arg2: tensor<4xi64>):
  // CHECK-NEXT: "stablehlo.collective_reduce"(%arg2) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  %2 = "stablehlo.async_start"(%a) ({
  ^bb0(%b: tensor<4xi64>):
    %3 = "stablehlo.collective_reduce"(%b) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%x: tensor<i64>, %y: tensor<i64>):
      stablehlo.return %x : tensor<i64>
    }) : (tensor<4xi64>) -> tensor<4xi64>
    stablehlo.return %3 : tensor<4xi64>
  }) : (tensor<4xi64>) -> !stablehlo.future<tensor<4xi64>>
  return
}
