// RUN: bcast-lower --pass-pipeline='builtin.module(simplify-broadcasts)' %s | FileCheck %s

sdy.mesh @mesh = <["a"=2]>

// What replaces an op has its attributes; an op that says where its result is stays.
// CHECK-LABEL: @broadcasts
// CHECK-DAG: stablehlo.broadcast_in_dim %arg0, dims = [0] {mhlo.frontend_attributes = {k = "fixed"}} : (tensor<1xf32>) -> tensor<4xf32>
// CHECK-DAG: stablehlo.broadcast_in_dim %arg0, dims = [0] {mhlo.frontend_attributes = {k = "other"}} : (tensor<1xf32>) -> tensor<4xf32>
// CHECK-DAG: stablehlo.dynamic_broadcast_in_dim %arg1, %{{.*}}, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>, sdy.sharding = {{.*}}}
// CHECK-DAG: stablehlo.reshape %arg2 {mhlo.frontend_attributes = {k = "reshape"}} : (tensor<6xf32>) -> tensor<2x3xf32>
func.func @broadcasts(%a: tensor<1xf32>, %b: tensor<?xf32>, %c: tensor<6xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x3xf32>) {
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %four, dims = [0] {mhlo.frontend_attributes = {k = "fixed"}} : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %a, %four, dims = [0] {mhlo.frontend_attributes = {k = "other"}} : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
  %n = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %sizes = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %3 = stablehlo.dynamic_reshape %c, %sizes {mhlo.frontend_attributes = {k = "reshape"}} : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x3xf32>
}

// An op with other operands has no rule about them.
// CHECK-LABEL: @rule_about_operands
// CHECK-NOT: sharding_rule
// CHECK: return
func.func @rule_about_operands(%x: tensor<3xf32>) -> tensor<5x3xf32> {
  %b = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %c = stablehlo.constant dense<[5, 3]> : tensor<2xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %b, %c, dims = [0, 1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, j]) {i=1, j=3, k=2, l=5}, custom>} : (tensor<1x3xf32>, tensor<2xi32>) -> tensor<5x3xf32>
  return %1 : tensor<5x3xf32>
}
