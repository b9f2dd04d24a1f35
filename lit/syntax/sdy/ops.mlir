// Shardy's ops.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --emit-bytecode %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: func.func @constraints(
func.func @constraints(%a: tensor<8x8xf32>, %t: !stablehlo.token) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[R0:.*]] = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {?}]> : tensor<8x8xf32>
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {?}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.sharding_constraint %arg1 <@mesh, []> : !stablehlo.token
  %1 = sdy.sharding_constraint %t <@mesh, []> : !stablehlo.token
  // CHECK-NEXT: %[[R2:.*]] = sdy.reshard %[[R0]] <mesh<["a"=2]>, [{"a"}, {}]> {note = "kept"} : tensor<8x8xf32>
  %2 = sdy.reshard %0 <mesh<["a"=2]>, [{"a"}, {}]> {note = "kept"} : tensor<8x8xf32>
  // CHECK-NEXT: sdy.sharding_group %[[R2]] group_id=3 : tensor<8x8xf32>
  sdy.sharding_group %2 group_id=3 : tensor<8x8xf32>
  // CHECK-NEXT: %[[R3:.*]] = sdy.propagation_barrier %[[R2]] allowed_direction=BACKWARD : tensor<8x8xf32>
  %3 = sdy.propagation_barrier %2 allowed_direction=BACKWARD : tensor<8x8xf32>
  // CHECK-NEXT: sdy.constant {note = "kept"} dense<1> : tensor<2xi32>
  %4 = sdy.constant {note = "kept"} dense<1> : tensor<2xi32>
  return %3 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @edges(
func.func @edges(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: sdy.data_flow_edge %arg0 : tensor<8xf32>
  %0 = sdy.data_flow_edge %a : tensor<8xf32>
  // CHECK-NEXT: sdy.func_data_flow_edge %arg1 : tensor<8xf32>
  %1 = sdy.func_data_flow_edge %b : tensor<8xf32>
  %2 = stablehlo.abs %0 : tensor<8xf32>
  // CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  %3 = sdy.data_flow_edge %2 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}

// A region sees the parts into which manual axes divide a dim.
// CHECK-LABEL: func.func @regions(
func.func @regions(%a: tensor<8x?xf32>, %b: tensor<?x8xf32>) -> tensor<8x?xf32> {
  // CHECK-NEXT: %[[R0:.*]] = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"x"}, {?}]>] manual_axes={"x", "y"} (%arg2: tensor<4x?xf32>, %arg3: tensor<?x8xf32>) {
  %0 = sdy.manual_computation(%a, %b) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"x"}, {?}]>] manual_axes={"x", "y"} (%c: tensor<4x?xf32>, %d: tensor<?x8xf32>) {
    %1 = stablehlo.abs %c : tensor<4x?xf32>
    // CHECK: sdy.return %{{.*}} : tensor<4x?xf32>
    sdy.return %1 : tensor<4x?xf32>
    // CHECK-NEXT: } : (tensor<8x?xf32>, tensor<?x8xf32>) -> tensor<8x?xf32>
  } : (tensor<8x?xf32>, tensor<?x8xf32>) -> tensor<8x?xf32>
  // CHECK-NEXT: sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  // CHECK-NEXT: sdy.return
  // CHECK-NEXT: } : () -> ()
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  // CHECK-NEXT: sdy.named_computation<"layer">(%[[R0]]) in_shardings=[<@mesh, [{}, {?}]>] out_shardings=[<@mesh, [{"x"}, {}]>] (%arg2: tensor<8x?xf32>) {
  %1 = sdy.named_computation<"layer">(%0) in_shardings=[<@mesh, [{}, {?}]>] out_shardings=[<@mesh, [{"x"}, {}]>] (%c: tensor<8x?xf32>) {
    sdy.return %c : tensor<8x?xf32>
  } : (tensor<8x?xf32>) -> tensor<8x?xf32>
  // CHECK: sdy.named_computation<"plain">(%{{.*}}) (%arg2: tensor<8x?xf32>) {
  // CHECK-NEXT: sdy.return {note = "kept"} %arg2 : tensor<8x?xf32>
  // CHECK-NEXT: } {note = "kept"} : (tensor<8x?xf32>) -> tensor<8x?xf32>
  %2 = sdy.named_computation<"plain">(%1) (%c: tensor<8x?xf32>) {
    sdy.return {note = "kept"} %c : tensor<8x?xf32>
  } {note = "kept"} : (tensor<8x?xf32>) -> tensor<8x?xf32>
  return %2 : tensor<8x?xf32>
}

// CHECK-LABEL: func.func @collectives(
func.func @collectives(%a: tensor<8x8xf32>) {
  // CHECK-NEXT: sdy.all_slice [{"x"}, {"y":(1)2}] %arg0 out_sharding=<@mesh, [{"x"}, {"y":(1)2}]> : tensor<8x8xf32>
  %0 = sdy.all_slice [{"x"}, {"y":(1)2}] %a out_sharding=<@mesh, [{"x"}, {"y":(1)2}]> : tensor<8x8xf32>
  // Neighbouring parts of an axis become one.
  // CHECK-NEXT: sdy.all_slice [{}, {"y":(2)2}] %{{.*}} out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{}, {"y":(2)2}] %0 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.all_gather [{}, {"y":(2)2}] %{{.*}} out_sharding=<@mesh, [{"x"}, {"y":(1)2}]> : tensor<8x8xf32>
  %2 = sdy.all_gather [{}, {"y":(2)2}] %1 out_sharding=<@mesh, [{"x"}, {"y":(1)2}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.all_to_all [{"x"}: 0->1] %{{.*}} out_sharding=<@mesh, [{}, {"y":(1)2, "x"}]> : tensor<8x8xf32>
  %3 = sdy.all_to_all [{"x"}: 0->1] %2 out_sharding=<@mesh, [{}, {"y":(1)2, "x"}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.collective_permute %{{.*}} out_sharding=<@mesh, [{}, {"x", "y":(2)2}]> : tensor<8x8xf32>
  %4 = sdy.collective_permute %3 out_sharding=<@mesh, [{}, {"x", "y":(2)2}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.sharded_to_unreduced [{}, {"y":(2)2}] %{{.*}} out_sharding=<@mesh, [{}, {"x"}], unreduced={"y":(2)2}> : tensor<8x8xf32>
  %5 = sdy.sharded_to_unreduced [{}, {"y":(2)2}] %4 out_sharding=<@mesh, [{}, {"x"}], unreduced={"y":(2)2}> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.replicated_to_unreduced {"y":(1)2} %{{.*}} out_sharding=<@mesh, [{}, {"x"}], unreduced={"y"}> : tensor<8x8xf32>
  %6 = sdy.replicated_to_unreduced {"y":(1)2} %5 out_sharding=<@mesh, [{}, {"x"}], unreduced={"y"}> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.all_reduce {"y"} %{{.*}} out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %7 = sdy.all_reduce {"y"} %6 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.reduce_scatter [{"y"}, {}] %{{.*}} out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  %8 = sdy.reduce_scatter [{"y"}, {}] %7 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.all_reduce max {"y"} %{{.*}} out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %9 = sdy.all_reduce max {"y"} %7 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.reduce_scatter min [{"y"}, {}] %{{.*}} out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  %10 = sdy.reduce_scatter min [{"y"}, {}] %9 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.replicated_to_unreduced {"y"} %{{.*}} out_sharding=<@mesh, [{}, {"x"}], unreduced=max{"y"}> : tensor<8x8xf32>
  %11 = sdy.replicated_to_unreduced {"y"} %9 out_sharding=<@mesh, [{}, {"x"}], unreduced=max{"y"}> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.reduce_scatter max [{"y"}, {}] %{{.*}} out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  %12 = sdy.reduce_scatter max [{"y"}, {}] %11 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  return
}
