// RUN: bcast-lower --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s --implicit-check-not=sdy

// Shardings say where data is; IREE compiles for one device.
sdy.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @constraint
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %[[Y:.*]]: tensor<?x4xf32> {jax.arg_info = "y"}) -> (tensor<?x4xf32> {jax.result_info = "out"})
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[X]], %[[Y]] : tensor<?x4xf32>
// CHECK-NEXT: return %[[SUM]]
func.func @constraint(
    %x: tensor<?x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>},
    %y: tensor<?x4xf32> {jax.arg_info = "y", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<?x4xf32> {jax.result_info = "out", sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}) {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {"a"}]> : tensor<?x4xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<?x4xf32>
  sdy.sharding_group %1 group_id=0 : tensor<?x4xf32>
  %2 = stablehlo.add %1, %y {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : tensor<?x4xf32>
  %3 = sdy.propagation_barrier %2 allowed_direction=FORWARD : tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @custom_call
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %{{.*}}: tensor<2xi32>)
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[X]], %[[X]] : tensor<?x4xf32>
// CHECK-NEXT: return %[[SUM]]
func.func @custom_call(%x: tensor<?x4xf32>, %sizes: tensor<2xi32>) -> tensor<?x4xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %y = stablehlo.custom_call @Sharding(%x, %sizes) {indices_of_shape_operands = dense<1> : tensor<1xi64>, mhlo.sharding = "{replicated}"} : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %1 = stablehlo.add %0, %y : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @manual(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'sdy.manual_computation' op cannot be compiled by IREE 3.13: it computes on the parts of data that devices have, and IREE compiles for one device; export the program without Shardy}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%a: tensor<4xf32>) {
    sdy.return %a : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error@+1 {{'sdy.all_gather' op cannot be compiled by IREE 3.13}}
  %1 = sdy.all_gather [{"a"}] %0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
