// An op that no rule fits is verified by the first rule whose operands exist.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/alternatives.toml --verify-diagnostics --verify-only --split-input-file %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/alternatives.toml --verify-diagnostics --split-input-file --allow-partial %s

// expected-note @+2 {{operand #0 has size 2}}
// expected-note @+1 {{operand #1 has size 3}}
func.func @f(%a: tensor<2xi32>, %b: tensor<3xi32>) -> tensor<2xi32> {
  // expected-error @+1 {{operands don't have broadcast-compatible shapes}}
  %0 = "nn.cut"(%a, %b) : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
