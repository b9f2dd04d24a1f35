// Errors in a sequence are reported on the op, before anything is changed.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/invalid_sequence.toml --verify-diagnostics --split-input-file %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/invalid_sequence.toml --verify-only --split-input-file %s -o /dev/null
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/invalid_sequence.toml --allow-partial --split-input-file %s 2>/dev/null | FileCheck %s

// The step that MLIR's verifier rejects is named.
// CHECK-LABEL: @step
func.func @step(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // CHECK-NEXT: "nn.not_plus"
  // expected-error @+1 {{'nn.not_plus' op cannot be lowered: step 1 of 2, 'stablehlo.not', from its rule at}}
  %0 = "nn.not_plus"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

// CHECK-LABEL: @missing
func.func @missing(%a: tensor<?xf32>) {
  // CHECK-NEXT: "nn.constant"
  // expected-error @+1 {{attribute 'alpha' is missing, but its rule makes it a constant}}
  %0 = "nn.constant"(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

// CHECK-LABEL: @no_number
func.func @no_number(%a: tensor<?xf32>) {
  // CHECK-NEXT: "nn.constant"
  // expected-error @+1 {{attribute 'alpha' is "1", which is not a number that element type 'f32' has}}
  %0 = "nn.constant"(%a) {alpha = "1"} : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

// CHECK-LABEL: @fraction
func.func @fraction(%a: tensor<?xi32>) {
  // CHECK-NEXT: "nn.constant"
  // expected-error @+1 {{attribute 'alpha' is 5.000000e-01 : f32, which is not a number that element type 'i32' has}}
  %0 = "nn.constant"(%a) {alpha = 0.5 : f32} : (tensor<?xi32>) -> tensor<?xi32>
  return
}

// -----

// CHECK-LABEL: @range
func.func @range(%a: tensor<2xi8>) {
  // CHECK-NEXT: "nn.large"
  // expected-error @+1 {{its rule has the constant 300, which is not a number that element type 'i8' has}}
  %0 = "nn.large"(%a) : (tensor<2xi8>) -> tensor<2xi8>
  return
}

// -----

// CHECK-LABEL: @operand
func.func @operand(%a: tensor<2xi8>) {
  // CHECK-NEXT: "nn.third"
  // expected-error @+1 {{'nn.third' op cannot be lowered: it has no operand #2, which its rule selects}}
  %0 = "nn.third"(%a, %a) : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  return
}

// -----

// CHECK-LABEL: @unranked
func.func @unranked(%a: tensor<*xf32>) {
  // CHECK-NEXT: "nn.not_plus"
  // expected-error @+1 {{of unknown rank; give the arguments' shapes first, as with --shapes}}
  %0 = "nn.not_plus"(%a, %a) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

// No operand is dropped.
// CHECK-LABEL: @unused
func.func @unused(%a: tensor<?xf32>) {
  // CHECK-NEXT: "nn.not_plus"
  // expected-error @+1 {{'nn.not_plus' op cannot be lowered: operand #2 takes part in the broadcast, but no step of its rule uses it}}
  %0 = "nn.not_plus"(%a, %a, %a) : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
