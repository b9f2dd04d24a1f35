// The target op has its own element type, from which the result is converted.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/target_element_type.toml %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/target_element_type.toml %s | bcast-lower --allow-unregistered-dialect -o /dev/null
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/target_element_type.toml --print-rules -o %t.toml
// RUN: bcast-lower --allow-unregistered-dialect --rules-only --rules=%t.toml --print-rules | diff %t.toml -

// [?] x [] => [?]
// CHECK-LABEL: @less
func.func @less(%a: tensor<?xf32>, %b: tensor<f32>) -> (tensor<?xi8>, tensor<?xi1>, tensor<?xi64>) {
  // CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1
  // CHECK-NEXT: %[[LESS:.*]] = stablehlo.compare LT, %arg0, %[[B]] : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  // CHECK-NEXT: %[[I8:.*]] = stablehlo.convert %[[LESS]] : (tensor<?xi1>) -> tensor<?xi8>
  %0 = "nn.less"(%a, %b) : (tensor<?xf32>, tensor<f32>) -> tensor<?xi8>
  // CHECK-NEXT: %[[I1:.*]] = stablehlo.compare LT, %arg0, %[[B]] : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %1 = "nn.less"(%a, %b) : (tensor<?xf32>, tensor<f32>) -> tensor<?xi1>
  // CHECK-NEXT: %[[I64:.*]] = "nn.less_same"(%arg0, %[[B]])
  %2 = "nn.less"(%a, %b) : (tensor<?xf32>, tensor<f32>) -> tensor<?xi64>
  // CHECK-NEXT: return %[[I8]], %[[I1]], %[[I64]]
  return %0, %1, %2 : tensor<?xi8>, tensor<?xi1>, tensor<?xi64>
}

// [] x [] => [], and [0] x [1] => [0]
// CHECK-LABEL: @scalars_and_empty
func.func @scalars_and_empty(%a: tensor<f32>, %b: tensor<0xf32>, %c: tensor<1xf32>) {
  // CHECK: stablehlo.convert %{{.*}} : (tensor<i1>) -> tensor<f32>
  %0 = "nn.less"(%a, %a) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.convert %{{.*}} : (tensor<0xi1>) -> tensor<0xf32>
  %1 = "nn.less"(%b, %c) : (tensor<0xf32>, tensor<1xf32>) -> tensor<0xf32>
  return
}

// A result that is declared with fewer or more sizes keeps its type.
// CHECK-LABEL: @declared
func.func @declared(%a: tensor<?xf32>, %b: tensor<4xf32>) -> (tensor<?xi8>, tensor<5xi8>) {
  // CHECK: stablehlo.compare LT, {{.*}} -> tensor<?xi1>
  // CHECK-NEXT: stablehlo.convert {{.*}} : (tensor<?xi1>) -> tensor<?xi8>
  %0 = "nn.less"(%b, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xi8>
  // CHECK: stablehlo.compare LT, {{.*}} -> tensor<5xi1>
  // CHECK-NEXT: stablehlo.convert {{.*}} : (tensor<5xi1>) -> tensor<5xi8>
  %1 = "nn.less"(%a, %a) : (tensor<?xf32>, tensor<?xf32>) -> tensor<5xi8>
  return %0, %1 : tensor<?xi8>, tensor<5xi8>
}

// CHECK-LABEL: @bounded
func.func @bounded(%a: tensor<?xf32, #stablehlo.bounds<8>>) {
  // CHECK: stablehlo.convert {{.*}} : (tensor<?xi1, #stablehlo.bounds<8>>) -> tensor<?xi8, #stablehlo.bounds<8>>
  %0 = "nn.less"(%a, %a) : (tensor<?xf32, #stablehlo.bounds<8>>, tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<?xi8, #stablehlo.bounds<8>>
  return
}
