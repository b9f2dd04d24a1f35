// Facts of rule files about ops, at sizes that are given.
// RUN: bcast-lower --split-input-file --allow-unregistered-dialect --verify-diagnostics --pass-pipeline='builtin.module(specialize-sizes{rules="%S/../rules/Inputs/facts.toml" shapes=4x3,5x6})' %s
// RUN: bcast-lower --split-input-file --allow-unregistered-dialect --verify-diagnostics --pass-pipeline='builtin.module(check-sizes{rules="%S/../rules/Inputs/facts.toml" shapes=4x3,5x6})' %s

// They contradict the type of a result.
// expected-note@+1 {{dim 0 of argument #0 is 4}}
func.func @a_result(%x: tensor<?x3xf32>, %y: tensor<?x?xf32>) -> tensor<3x3xf32> {
  // expected-error-re@+1 {{'ml.relu' op contradicts the facts at {{.*}}facts.toml:6:6: dim 0 of result #0 has size 3, but they give 4}}
  %0 = "ml.relu"(%x) : (tensor<?x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// They contradict each other's sizes.
// expected-note@+2 {{dim 0 of argument #0 is 4}}
// expected-note@+1 {{dim 1 of argument #1 is 6}}
func.func @operands(%x: tensor<?x3xf32>, %y: tensor<5x?xf32>) -> tensor<?x?xf32> {
  // expected-error@+1 {{operand #1 has size 6 in dim 1, but operand #0 has size 3}}
  %0 = "ml.concat"(%x, %y) {axis = 0 : i64} : (tensor<?x3xf32>, tensor<5x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// No window fits.
// expected-note@+1 {{dim 1 of argument #0 is 3}}
func.func @negative(%x: tensor<4x?xf32>, %y: tensor<5x6xf32>) -> tensor<4x?xf32> {
  // expected-error-re@+1 {{'ml.pool' op contradicts the facts at {{.*}}: the sum in dim 1 of result #0 is -5, which is not a size}}
  %0 = "ml.pool"(%x) {kernel = 9 : i64} : (tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// -----

// The op is in a branch, in a function that is called there.
// expected-note@+1 {{dim 1 of argument #0 is 3}}
func.func @in_code_that_may_not_run(%x: tensor<4x?xf32>, %y: tensor<5x6xf32>) -> tensor<4x?xf32> {
  %c = "test.condition"() : () -> tensor<i1>
  %0 = "stablehlo.if"(%c) ({
    %1 = func.call @callee(%x) : (tensor<4x?xf32>) -> tensor<4x?xf32>
    stablehlo.return %1 : tensor<4x?xf32>
  }, {
    stablehlo.return %x : tensor<4x?xf32>
  }) : (tensor<i1>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
func.func private @callee(%x: tensor<4x?xf32>) -> tensor<4x?xf32> {
  // expected-error@+2 {{dim 1 of result #0 has size 2, but they give 3}}
  // expected-note@+1 {{it is in code that may not run}}
  %0 = "ml.relu"(%x) : (tensor<4x?xf32>) -> tensor<4x2xf32>
  %1 = tensor.cast %0 : tensor<4x2xf32> to tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}
