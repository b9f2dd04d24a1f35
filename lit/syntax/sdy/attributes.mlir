// Meshes, shardings and rules, as attributes of functions, values and ops of any dialect.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --emit-bytecode %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK: sdy.mesh @empty = <[]>
sdy.mesh @empty = <[]>
// CHECK: sdy.mesh @one_device = <[], device_ids=[3]>
sdy.mesh @one_device = <[], device_ids=[3]>
// CHECK: sdy.mesh @default_order = <["x"=2, "y"=4]>
sdy.mesh @default_order = <["x"=2, "y"=4], device_ids=[0, 1, 2, 3, 4, 5, 6, 7]>
// CHECK: sdy.mesh @other_order = <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>
sdy.mesh @other_order = <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>
// CHECK: sdy.mesh @mesh = <["x"=2, "y"=4, "z"=1]> {note = "kept"}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=1]> {note = "kept"}

// CHECK-LABEL: func.func @of_arguments(
// CHECK-SAME: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME: %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", ?}p2, {?}p0]>}
// CHECK-SAME: %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}, {"y":(2)2}]>}
// CHECK-SAME: %arg3: tensor<?x?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"x", "y":(1)2}, unreduced={"z"}>}
// CHECK-SAME: %arg4: tensor<f32> {sdy.sharding = #sdy.sharding<@one_device, []>}
// CHECK-SAME: %arg5: tensor<8x0xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}, {}]>}
// CHECK-SAME: %arg6: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"z"}>}
// CHECK-SAME: %arg7: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"z"}>}
// CHECK-SAME: -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other_order, [{}, {"y"}]>}) {
func.func @of_arguments(
    %a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", ?}p2, {?}p0]>},
    %c: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}, {"y":(2)2}]>},
    %d: tensor<?x?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"z"}, replicated={"x", "y":(1)2}>},
    %e: tensor<f32> {sdy.sharding = #sdy.sharding<@one_device, []>},
    %f: tensor<8x0xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}, {}]>},
    %g: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"z"}>},
    %h: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=sum{"z"}>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other_order, [{}, {"y"}]>}) {
  return %a : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @of_ops(
func.func @of_ops(%a: tensor<8x8xf32>, %p: tensor<i1>) {
  // CHECK: stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {}]>]>}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {}]>]>} : tensor<8x8xf32>
  // CHECK: chlo.broadcast_add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}, {}]>]>}
  %1 = chlo.broadcast_add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: stablehlo.custom_call @f(%arg1) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one_device, []>]>}
  stablehlo.custom_call @f(%p) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one_device, []>]>} : (tensor<i1>) -> ()
  // CHECK: {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced=min{"z"}>]>}
  %min = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced=min{"z"}>]>} : tensor<8x8xf32>
  // CHECK: {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>}
  %2 = stablehlo.add %a, %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  // CHECK: {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k} blocked_propagation={i, j}>}
  %3 = stablehlo.dot %a, %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k} blocked_propagation={i, j}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([i, j, k]) {i=2, j=4, k=8} need_replication={i} permutation={j}, custom>}
  %4 = stablehlo.custom_call @g(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([i, j, k]) {i=2, j=4, k=8} need_replication={i} permutation={j}, custom>} : (tensor<8x8xf32>) -> tensor<2x4x8xf32>
  return
}

// After z, factors are numbered.
// CHECK-LABEL: func.func @many_factors(
func.func @many_factors(%a: tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x4xf32>) {
  // CHECK: ([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, z_1z_2])->([]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, z_1z_2])->([]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2}>} : (tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x4xf32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @propagated(
func.func @propagated(%a: tensor<8x8xf32>) {
  // CHECK: {sdy.propagation_edges = #sdy.propagation_edges<[{step-2 = [{"y" = operand-1 -> [operand-0, result-0]}]}, {step-10 = [{"x" = result-0 -> [operand-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>}
  %0 = stablehlo.add %a, %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-2 = [{"y" = operand-1 -> [operand-0, result-0]}]}, {step-10 = [{"x" = result-0 -> [operand-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : tensor<8x8xf32>
  return
}

// CHECK-LABEL: func.func @standing_alone(
func.func @standing_alone() attributes {
  // CHECK-SAME: a0 = #sdy.mesh<["x"=2]>
  my.a0 = #sdy.mesh<["x"=2]>,
  // CHECK-SAME: a1 = #sdy<manual_axes{"x", "y"}>
  my.a1 = #sdy<manual_axes{"x", "y"}>,
  // CHECK-SAME: a2 = #sdy<axis_ref_list{"x", "y":(1)2}>
  my.a2 = #sdy<axis_ref_list{"x", "y":(1)2}>,
  // CHECK-SAME: a3 = #sdy<list_of_axis_ref_lists[{"x"}, {}]>
  my.a3 = #sdy<list_of_axis_ref_lists[{"x"}, {}]>,
  // CHECK-SAME: a4 = #sdy<all_to_all_param_list[{"x"}: 0->1]>
  my.a4 = #sdy<all_to_all_param_list[{"x"}: 0->1]>,
  // CHECK-SAME: a5 = #sdy<dimension_sharding{"x", ?}p1>
  my.a5 = #sdy<dimension_sharding{"x", ?}p1>} {
  return
}
