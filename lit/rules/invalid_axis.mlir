// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/axis.toml --split-input-file --verify-diagnostics %s

func.func @beyond_the_rank(%a: tensor<2x3x4xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'ml.add' op attribute 'axis' is 2, from where operand #1 of rank 2 does not fit into 3 dims; expected an axis from 0 to 1, or from -3 to -2}}
  %0 = "ml.add"(%a, %b) {axis = 2 : i64} : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @before_the_first_dim(%a: tensor<2x3x4xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{attribute 'axis' is -4, from where operand #1 of rank 1 does not fit into 3 dims; expected an axis from 0 to 2, or from -3 to -1}}
  %0 = "ml.add"(%a, %b) {axis = -4 : i64} : (tensor<2x3x4xf32>, tensor<2xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @the_least_integer(%a: tensor<2x3x4xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{attribute 'axis' is -9223372036854775808, from where}}
  %0 = "ml.add"(%a, %b) {axis = -9223372036854775808 : i64} : (tensor<2x3x4xf32>, tensor<2xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @equal_ranks(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{attribute 'axis' is 1, from where operand #0 of rank 2 does not fit into 2 dims; expected an axis of 0 or -2}}
  %0 = "ml.add"(%a, %a) {axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @not_an_integer(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'ml.add' op attribute 'axis' is "0"; expected an integer}}
  %0 = "ml.add"(%a, %b) {axis = "0"} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @different_ranks(%a: tensor<2x3x4xf32>, %b: tensor<2xf32>, %c: tensor<2x3xf32>) {
  // expected-error@+1 {{attribute 'axis' aligns operands #1 and #2, but their ranks 1 and 2 differ; expected one rank below that of the result}}
  %0 = "ml.add"(%a, %b, %c) {axis = 0 : i64} : (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @a_size_that_does_not_fit(%a: tensor<2x3x4xf32>, %b: tensor<2xf32>) {
  // expected-error@+3 {{'ml.add' op operands don't have broadcast-compatible shapes}}
  // expected-note@-2 {{operand #1 has size 2 in dim 0, but result dim 1 is already 3}}
  // expected-note@-3 {{operand #0 has size 3 in dim 1}}
  %0 = "ml.add"(%a, %b) {axis = 1 : i64} : (tensor<2x3x4xf32>, tensor<2xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @an_unknown_rank(%a: tensor<*xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'ml.add' op cannot be lowered: operand #0 has type 'tensor<*xf32>' of unknown rank}}
  %0 = "ml.add"(%a, %b) {axis = 1 : i64} : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
  return
}
