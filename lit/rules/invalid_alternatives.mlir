// An op that meets the requirements of none of its rules is an error with a note for each.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/alternatives.toml --verify-diagnostics --split-input-file %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/alternatives.toml --allow-partial --split-input-file %s 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: bcast-lower explain --allow-unregistered-dialect --rules=%S/Inputs/alternatives.toml --allow-partial --split-input-file %s | FileCheck %s --check-prefix=EXPLAIN

// REMARK: remark: 'nn.cut' op cannot be lowered: it meets the requirements of none of its 2 rules
// REMARK: note: rule 1, to 'stablehlo.minimum' at {{.*}}alternatives.toml:4:10: operand #0 has element type 'i32'
// REMARK: note: rule 2, to 'stablehlo.maximum' at {{.*}}alternatives.toml:11:10: attribute 'side'
// EXPLAIN: it meets the requirements of none of its 2 rules: rule 1, to 'stablehlo.minimum' at {{.*}}; rule 2, to 'stablehlo.maximum' at
// CHECK-LABEL: @attributes
func.func @attributes(%a: tensor<2xi32>) -> tensor<2xi32> {
  // CHECK-NEXT: "nn.cut"
  // expected-error @+3 {{'nn.cut' op cannot be lowered: it meets the requirements of none of its 2 rules}}
  // expected-note @+2 {{operand #0 has element type 'i32', but its rule requires one of 'f32'}}
  // expected-note @+1 {{attribute 'side' is "above", but its rule requires "below"}}
  %0 = "nn.cut"(%a, %a) {side = "above"} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

// An operand that a rule selects must exist, and a constant that it requires, too.
// CHECK-LABEL: @operands
func.func @operands(%a: tensor<2xi32>) -> tensor<2xi32> {
  // CHECK-NEXT: "nn.add"
  // expected-error @+5 {{'nn.add' op cannot be lowered: it meets the requirements of none of its 4 rules}}
  // expected-note @+4 {{rule 1, to 'stablehlo.add' at}}
  // expected-note @+3 {{rule 2, to 'stablehlo.subtract' at}}
  // expected-note @+2 {{rule 3, to 'stablehlo.select' at}}
  // expected-note @+1 {{rule 4, to 'stablehlo.multiply' at}}
  %0 = "nn.add"(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
