// Properties of unregistered ops are treated as attributes.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/properties.toml --split-input-file --verify-diagnostics %s | FileCheck %s

// CHECK-LABEL: @carried
// CHECK: "mydialect.all_same"(%{{.*}}, %{{.*}}) {d = 2 : i32, p = 1 : i32}
// CHECK: "mydialect.some_same"(%{{.*}}, %{{.*}}) {q = 1 : i32, r = 2 : i32}
func.func @carried(%a: tensor<3xf32>, %b: tensor<1xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = "mydialect.all"(%a, %b) <{p = 1 : i32}> {d = 2 : i32} : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  // expected-warning@+1 {{attribute 's', which its rule at}}
  %1 = "mydialect.some"(%a, %b) <{p = 1 : i32, r = 2 : i32, s = 3 : i32}> : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

// -----

// Each rule matches by a property, although the two ops are otherwise equal.
func.func @required(%a: tensor<3xf32>, %b: tensor<1xf32>) {
  %0 = "mydialect.only"(%a, %b) <{p = 1 : i32}> : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  // expected-error@+1 {{'mydialect.only' op cannot be lowered: attribute 'p' is 2 : i32, but its rule requires 1 : i32}}
  %1 = "mydialect.only"(%a, %b) <{p = 2 : i32}> : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @nameless(%a: tensor<3xf32>, %b: tensor<1xf32>) {
  // expected-error@+1 {{'mydialect.all' op cannot be lowered: its properties are 42 : i32, which have no names to carry them over by; write a dictionary, or 'carry = []' in its rule to leave them behind}}
  %0 = "mydialect.all"(%a, %b) <42 : i32> : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return
}

// -----

// CHECK-LABEL: @left_behind
// CHECK: "mydialect.none_same"(%{{.*}}, %{{.*}}) : (
func.func @left_behind(%a: tensor<3xf32>, %b: tensor<1xf32>) {
  %0 = "mydialect.none"(%a, %b) <42 : i32> : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return
}
