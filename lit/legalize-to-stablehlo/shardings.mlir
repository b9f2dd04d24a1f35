// XLA reads StableHLO together with Shardy's ops, which stay.
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-to-stablehlo)' %s | FileCheck %s

// CHECK: sdy.mesh @mesh = <["x"=2]>
sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func.func @constraint(
// CHECK-NEXT: %[[X:.*]] = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<?xf32>
// CHECK-NEXT: return %[[X]]
func.func @constraint(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A region's arguments and results get types of StableHLO.
// CHECK-LABEL: func.func @sizes(
// CHECK: %[[R:.*]]:2 = sdy.named_computation<"layer">(%{{.*}}, %arg1) (%[[N:.*]]: tensor<1xi64>, %[[V:.*]]: tensor<f32>) {
// CHECK-NEXT: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %[[V]], %[[N]], dims = [] : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
// CHECK-NEXT: sdy.return %[[B]], %[[N]] : tensor<?xf32>, tensor<1xi64>
// CHECK-NEXT: } : (tensor<1xi64>, tensor<f32>) -> (tensor<?xf32>, tensor<1xi64>)
// CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %arg1, %[[R]]#1, dims = []
func.func @sizes(%x: tensor<?xf32>, %y: tensor<f32>) -> tensor<?xf32> {
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %0:2 = sdy.named_computation<"layer">(%s, %y) (%n: tensor<1xindex>, %v: tensor<f32>) {
    %1 = stablehlo.dynamic_broadcast_in_dim %v, %n, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
    sdy.return %1, %n : tensor<?xf32>, tensor<1xindex>
  } : (tensor<1xindex>, tensor<f32>) -> (tensor<?xf32>, tensor<1xindex>)
  %2 = stablehlo.dynamic_broadcast_in_dim %y, %0#1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %3 = stablehlo.add %2, %0#0 : tensor<?xf32>
  return %3 : tensor<?xf32>
}
