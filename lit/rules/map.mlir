// Values of attributes change when they are carried over.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/map.toml %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/map.toml --print-rules -o %t.toml
// RUN: bcast-lower --allow-unregistered-dialect --rules-only --rules=%t.toml --print-rules | diff %t.toml -

// [2] x [2] => [2]
// CHECK-LABEL: @strings
func.func @strings(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // CHECK: stablehlo.compare LT, %arg0, %arg1 : (
  %0 = "nn.order"(%a, %b) {pred = "lt"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK: stablehlo.compare GE, %arg0, %arg1 : (
  %1 = "nn.order"(%a, %b) {pred = "ge"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// [?] x [] => [?]
// CHECK-LABEL: @other_attributes
func.func @other_attributes(%a: tensor<?xf32>, %b: tensor<f32>) {
  // CHECK: stablehlo.compare EQ, %arg0, %{{.*}} : (
  %0 = "nn.order"(%a, %b) {pred = 2 : i64} : (tensor<?xf32>, tensor<f32>) -> tensor<?xi1>
  // CHECK: stablehlo.compare NE, %arg0, %{{.*}} : (
  %1 = "nn.order"(%a, %b) {pred = #chlo<comparison_direction NE>} : (tensor<?xf32>, tensor<f32>) -> tensor<?xi1>
  return
}

// [] x [] => []
// CHECK-LABEL: @absent_and_empty
func.func @absent_and_empty(%a: tensor<f32>, %b: tensor<f32>) {
  // CHECK: "nn.scale_same"(%arg0, %arg1) : (
  %0 = "nn.scale"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: "nn.scale_same"(%arg0, %arg1) {axis = 2 : i64, mode = false} : (
  %1 = "nn.scale"(%a, %b) {mode = "", axis = 1 : i64} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: "nn.scale_same"(%arg0, %arg1) {mode = true, other = "fast"} : (
  %2 = "nn.scale"(%a, %b) <{mode = "fast"}> {other = "fast"} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}
