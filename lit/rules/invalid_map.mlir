// A value that `map` does not have does not meet the rule.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/map.toml --verify-diagnostics --split-input-file %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/map.toml --verify-only --split-input-file %s -o /dev/null
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/map.toml --allow-partial --split-input-file %s 2>/dev/null | FileCheck %s

// CHECK-LABEL: @near
func.func @near(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xi1> {
  // CHECK-NEXT: "nn.order"
  // expected-error @+1 {{'nn.order' op cannot be lowered: attribute 'pred' is "ltt", but the `map` of its rule has only `"ge"`, `#chlo<comparison_direction NE>`, `2 : i64`, `lt`; did you mean `lt`?}}
  %0 = "nn.order"(%a, %b) {pred = "ltt"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

// An integer of another type is another value.
// CHECK-LABEL: @other_type
func.func @other_type(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xi1> {
  // CHECK-NEXT: "nn.order"
  // expected-error @+1 {{attribute 'pred' is 2 : i32, but the `map` of its rule has only}}
  %0 = "nn.order"(%a, %b) {pred = 2 : i32} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}
