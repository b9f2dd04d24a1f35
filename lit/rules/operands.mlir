// RUN: cp %S/Inputs/arity.toml %t.toml
// RUN: bcast-lower --allow-unregistered-dialect --rules=%t.toml --split-input-file --verify-diagnostics %s

func.func @too_few(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error-re@+1 {{'my.first_two' op has no operand #1, which its rule at {{.*}}.toml:2:10 selects}}
  %0 = "my.first_two"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @none_of_an_open_range(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{'my.from_second' op expected 1 or more operands, but found 0}}
  // expected-note@+1 {{from at least one operand}}
  %0 = "my.from_second"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @operands_are_counted_as_in_the_op(%i: index, %a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error@+3 {{'my.from_second' op operands don't have broadcast-compatible shapes}}
  // expected-note@-2 {{operand #2 has size 3 in dim 0}}
  // expected-note@-3 {{operand #1 has size 2 in dim 0}}
  %0 = "my.from_second"(%i, %a, %b) : (index, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
