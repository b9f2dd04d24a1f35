// `chlo.broadcast_select` has three operands that take part, and `chlo.broadcast_compare` has
// attributes whose dialect changes.
// RUN: bcast-lower %s | FileCheck %s

// [] x [2] x [2] => [2]: the predicate is broadcast to the result's shape too.
// CHECK-LABEL: @scalar_predicate
func.func @scalar_predicate(%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[P:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i1>) -> tensor<2xi1>
  // CHECK-NEXT: stablehlo.select %[[P]], %arg1, %arg2 : tensor<2xi1>, tensor<2xf32>
  // CHECK-NEXT: return
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// [?, 1] x [3] x [] => [?, 3]
// CHECK-LABEL: @ranks_differ
func.func @ranks_differ(%p: tensor<?x1xi1>, %a: tensor<3xf32>, %b: tensor<f32>) -> tensor<?x3xf32> {
  // CHECK-NOT: @shape_assertion
  // CHECK: %[[P:.*]] = {{.*}}dynamic_broadcast_in_dim{{.*}}%arg0
  // CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1, %{{.*}}, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  // CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg2, %{{.*}}, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x3xf32>
  // CHECK: stablehlo.select %[[P]], %[[A]], %[[B]] : tensor<?x3xi1>, tensor<?x3xf32>
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<?x1xi1>, tensor<3xf32>, tensor<f32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: @compare
func.func @compare(%a: tensor<2xf32>, %b: tensor<f32>) -> (tensor<2xi1>, tensor<2xi1>) {
  // CHECK: stablehlo.compare {{ *}}LT, %arg0, %{{.*}} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK: stablehlo.compare {{ *}}GE, %arg0, %{{[^,]*}}, {{ *}}TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>
  %1 = chlo.broadcast_compare %a, %b {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction GE>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>
  return %0, %1 : tensor<2xi1>, tensor<2xi1>
}

// Unknown attributes are carried over.
// CHECK-LABEL: @further_attributes
func.func @further_attributes(%a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: stablehlo.add %arg0, %arg0 {mhlo.frontend_attributes = {name = "x"}} : tensor<2xf32>
  %0 = chlo.broadcast_add %a, %a {broadcast_dimensions = array<i64: 0>, mhlo.frontend_attributes = {name = "x"}} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
