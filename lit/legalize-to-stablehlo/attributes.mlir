// RUN: bcast-lower --legalize-to-stablehlo %s | FileCheck %s

sdy.mesh @mesh = <["a"=2]>

// What says something about results stays with the op that computes them, so two ops with different
// attributes remain two.
// CHECK-LABEL: func.func @attributes
// CHECK-DAG: stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0] {mhlo.frontend_attributes = {k = "v"}, mhlo.sharding = "{devices=[2,1]<=[2]}"}
// CHECK-DAG: stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0] {mhlo.sharding = "{devices=[1,2]<=[2]}"}
// CHECK-DAG: stablehlo.dynamic_reshape %arg1, %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>}
// CHECK-DAG: stablehlo.select {{.*}} {mhlo.frontend_attributes = {k = "erf_inv"}}
func.func @attributes(%a: tensor<4x4xf32>, %b: tensor<?x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<?x2xf32>, tensor<4x4xf32>) {
  %0 = stablehlo.dot %a, %a {mhlo.sharding = "{devices=[2,1]<=[2]}", mhlo.frontend_attributes = {k = "v"}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.dot %a, %a {mhlo.sharding = "{devices=[1,2]<=[2]}"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = stablehlo.constant dense<[-1, 2]> : tensor<2xi32>
  %2 = stablehlo.dynamic_reshape %b, %s {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  %3 = chlo.erf_inv %a {mhlo.frontend_attributes = {k = "erf_inv"}} : tensor<4x4xf32> -> tensor<4x4xf32>
  return %0, %1, %2, %3 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<?x2xf32>, tensor<4x4xf32>
}
