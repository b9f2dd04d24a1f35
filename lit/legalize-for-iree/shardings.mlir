// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s --implicit-check-not=sdy

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
