// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/operand_guards.toml --split-input-file --verify-diagnostics %s

func.func @count(%a: tensor<2xf32>) {
  // expected-error@+3 {{'nn.max' op cannot be lowered: it meets the requirements of none of its 2 rules}}
  // expected-note@+2 {{it has 1 operand, but its rule is for 2}}
  // expected-note@+1 {{it has 1 operand, but its rule is for 3 or more}}
  %0 = "nn.max"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @fold(%a: tensor<2xf32>) {
  // expected-error@+1 {{'nn.mean' op cannot be lowered: its rule combines operands 0.. from left to right, but it has 1 operand}}
  %0 = "nn.mean"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @fold_of_some(%a: tensor<2xf32>) {
  // expected-error@+1 {{'nn.sum' op cannot be lowered: its rule combines operands 0, 2.. from left to right, but it has 2 operands}}
  %0 = "nn.sum"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @other_string(%a: tensor<2xf32>) {
  %trunc = "torch.constant.str"() {value = "trunc"} : () -> !torch.str
  // expected-error@+4 {{'nn.divide' op cannot be lowered: it meets the requirements of none of its 3 rules}}
  // expected-note@+3 {{operand #0 is the constant "trunc", but its rule requires an absent operand}}
  // expected-note@+2 {{operand #0 is the constant "trunc", but its rule requires "rest"}}
  // expected-note@+1 {{operand #0 is not a compile-time number, which its rule computes with}}
  %0 = "nn.divide"(%trunc, %a, %a) : (!torch.str, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @runtime(%a: tensor<2xf32>, %n: !torch.number) {
  // expected-error@+4 {{'nn.divide' op cannot be lowered: it meets the requirements of none of its 3 rules}}
  // expected-note@+3 {{operand #0 is present, but its rule requires an absent operand}}
  // expected-note@+2 {{operand #0 is not a compile-time constant, but its rule requires "rest"}}
  // expected-note@+1 {{operand #0 is not a compile-time number, which its rule computes with}}
  %0 = "nn.divide"(%n, %a, %a) : (!torch.number, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// A half is not an integer.
func.func @element(%a: tensor<2xi32>) {
  %half = "torch.constant.float"() {value = 0.5 : f64} : () -> !torch.float
  // expected-error@+1 {{'nn.add' op cannot be lowered: operand #2 is the constant 5.000000e-01 : f64, which is not a number that element type 'i32' has}}
  %0 = "nn.add"(%a, %a, %half) : (tensor<2xi32>, tensor<2xi32>, !torch.float) -> tensor<2xi32>
  return
}

// -----

func.func @missing(%a: tensor<2xi1>) {
  %true = "torch.constant.bool"() {value = true} : () -> !torch.bool
  // expected-error@+1 {{'nn.flag' op cannot be lowered: its rule requires operand #3 to be 0.5, but there is no such operand}}
  %0 = "nn.flag"(%a, %a, %true) : (tensor<2xi1>, tensor<2xi1>, !torch.bool) -> tensor<2xi1>
  return
}

// -----

func.func @other_number(%a: tensor<2xi1>) {
  %false = "torch.constant.bool"() {value = false} : () -> !torch.bool
  // expected-error@+1 {{'nn.flag' op cannot be lowered: operand #2 is the constant 0, but its rule requires true}}
  %0 = "nn.flag"(%a, %a, %false, %false) : (tensor<2xi1>, tensor<2xi1>, !torch.bool, !torch.bool) -> tensor<2xi1>
  return
}
