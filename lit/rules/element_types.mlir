// Ops whose lowering needs StableHLO's ops must have an element type that these accept: all
// others are rejected before anything is changed, or stay.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/element_types.toml --verify-diagnostics --split-input-file %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/element_types.toml --allow-partial %s --split-input-file 2>/dev/null | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/element_types.toml --allow-partial --assertions=shape %s --split-input-file 2>/dev/null | FileCheck %s

// CHECK-LABEL: @index
func.func @index(%a: tensor<?xindex>, %b: tensor<?xindex>) -> tensor<?xindex> {
  // CHECK-NEXT: "nn.add"
  // expected-error @+1 {{'nn.add' op cannot be lowered: the ops that it becomes are invalid: 'stablehlo.get_dimension_size' op operand #0 must be}}
  %0 = "nn.add"(%a, %b) : (tensor<?xindex>, tensor<?xindex>) -> tensor<?xindex>
  return %0 : tensor<?xindex>
}

// -----

// CHECK-LABEL: @i3
func.func @i3(%a: tensor<?xi3>, %b: tensor<?xi3>) -> tensor<?xi3> {
  // CHECK-NEXT: "nn.scale"
  // expected-error @+1 {{but got 'tensor<?xi3>'}}
  %0 = "nn.scale"(%a, %b) : (tensor<?xi3>, tensor<?xi3>) -> tensor<?xi3>
  return %0 : tensor<?xi3>
}

// -----

// CHECK-LABEL: @known_sizes
func.func @known_sizes(%a: tensor<1xindex>, %b: tensor<4xindex>) -> tensor<4xindex> {
  // CHECK-NEXT: "nn.add"
  // expected-error @+1 {{the ops that it becomes are invalid: 'stablehlo.broadcast_in_dim' op operand #0 must be}}
  %0 = "nn.add"(%a, %b) : (tensor<1xindex>, tensor<4xindex>) -> tensor<4xindex>
  return %0 : tensor<4xindex>
}

// -----

// No broadcast is needed.
// CHECK-LABEL: @equal_sizes
func.func @equal_sizes(%a: tensor<4xindex>, %b: tensor<4xindex>) -> tensor<4xindex> {
  // CHECK-NEXT: arith.addi %{{.*}} : tensor<4xindex>
  %0 = "nn.add"(%a, %b) : (tensor<4xindex>, tensor<4xindex>) -> tensor<4xindex>
  return %0 : tensor<4xindex>
}

// -----

// The target is checked too.
// CHECK-LABEL: @target
func.func @target(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: "nn.add"
  // expected-error @+1 {{'nn.add' op cannot be lowered: its target op 'arith.addi', from its rule at}}
  %0 = "nn.add"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// No op is changed before one is rejected.
func.func @nothing_changes(%a: tensor<?xi32>, %b: tensor<?xi32>, %c: tensor<?xindex>, %d: tensor<?xindex>) {
  %0 = "nn.add"(%a, %b) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  // expected-error @+1 {{the ops that it becomes are invalid}}
  %1 = "nn.add"(%c, %d) : (tensor<?xindex>, tensor<?xindex>) -> tensor<?xindex>
  return
}
