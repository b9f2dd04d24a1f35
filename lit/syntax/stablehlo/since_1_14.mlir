// Forms that StableHLO 1.14 to 1.17 added, which jaxlib 0.10.2 prints in the same way.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --emit-bytecode %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --emit-artifact=1.17.0 %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

func.func private @mesh()

func.func @helper(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// CHECK-LABEL: func.func @composites(
func.func @composites(%a: tensor<4xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.composite "my.reduce" %arg0 ({
  // CHECK-NEXT: ^bb0(%arg1: tensor<f32>):
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.abs %arg1 : tensor<f32>
  // CHECK-NEXT: stablehlo.return %[[R1]] : tensor<f32>
  // CHECK-NEXT: }, {
  // CHECK-NEXT: }) {decomposition = @helper} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.composite "my.reduce" %arg0 {decomposition = @helper} : (tensor<4xf32>) -> tensor<4xf32>
  %0 = stablehlo.composite "my.reduce" %a ({
  ^bb0(%x: tensor<f32>):
    %1 = stablehlo.abs %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
  }) {decomposition = @helper} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.composite "my.reduce" %a {decomposition = @helper} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @futures(
func.func @futures(%a: tensor<4xf32>, %i: tensor<i32>) {
  // CHECK-NEXT: %[[R0:.*]] = "stablehlo.async_start"(%arg0, %arg1) ({
  // CHECK-NEXT: ^bb0(%arg2: tensor<4xf32>, %arg3: tensor<i32>):
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.dynamic_slice %arg2, %arg3, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  // CHECK-NEXT: stablehlo.return %[[R1]] : tensor<2xf32>
  // CHECK-NEXT: }) : (tensor<4xf32>, tensor<i32>) -> !stablehlo.future<tensor<2xf32>>
  // CHECK-NEXT: %[[R2:.*]] = "stablehlo.async_done"(%[[R0]]) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  // CHECK-NEXT: %[[R3:.*]] = stablehlo.custom_call @start(%arg0) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>, tensor<?xi8>>
  // CHECK-NEXT: stablehlo.custom_call @use(%[[R3]]) : (!stablehlo.future<tensor<4xf32>, tensor<?xi8>>) -> ()
  %0 = "stablehlo.async_start"(%a, %i) ({
  ^bb0(%x: tensor<4xf32>, %j: tensor<i32>):
    %1 = stablehlo.dynamic_slice %x, %j, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<4xf32>, tensor<i32>) -> !stablehlo.future<tensor<2xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  %3 = stablehlo.custom_call @start(%a) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>, tensor<?xi8>>
  stablehlo.custom_call @use(%3) : (!stablehlo.future<tensor<4xf32>, tensor<?xi8>>) -> ()
  return
}

// CHECK-LABEL: func.func @meshes(
func.func @meshes(%a: tensor<4xf32>) {
  // CHECK-NEXT: "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y", sub_axis_info = (2)4>]>}> : (tensor<4xf32>) -> tensor<8xf32>
  // CHECK-NEXT: "stablehlo.all_to_all"(%arg0) <{concat_dimension = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: "stablehlo.collective_broadcast"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a b", size = 3>], device_ids=dense<[2, 1, 0]> : tensor<3xi64>>, axes = [#stablehlo.axis_ref<name = "a b">]>}> : (tensor<4xf32>) -> tensor<4xf32>
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y", sub_axis_info = (2)4>]>}> : (tensor<4xf32>) -> tensor<8xf32>
  %1 = "stablehlo.all_to_all"(%a) <{concat_dimension = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.collective_broadcast"(%a) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a b", size = 3>], device_ids=dense<[2, 1, 0]> : tensor<3xi64>>, axes = [#stablehlo.axis_ref<name = "a b">]>}> : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = []>}> ({
  %3 = "stablehlo.all_reduce"(%a) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = []>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %5 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "stablehlo.reduce_scatter"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>, scatter_dimension = 0 : i64}> ({
  %4 = "stablehlo.reduce_scatter"(%a) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>, scatter_dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %5 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  return
}
