// A rule that matches no op, and an op without a rule whose name is similar.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/misspelt.toml --verify-diagnostics --split-input-file %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/misspelt.toml --verify-only --verify-diagnostics --split-input-file %s
// RUN: bcast-lower --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(lower-broadcast{rules="%S/Inputs/misspelt.toml"}))' %s 2>&1 | FileCheck %s --allow-empty --check-prefix=NESTED --implicit-check-not=warning

func.func @once_for_each_name(%p: tensor<2xi1>, %a: tensor<2xf32>) {
  // expected-warning-re@+1 {{'ml.where' op has no rule, and the rule for 'ml.were' at {{.*}}misspelt.toml:2:10 matches no op; is one of the names misspelt?}}
  %0 = "ml.where"(%p, %a, %a) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = "ml.where"(%p, %a, %a) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // NESTED: stablehlo.add
  %2 = "ml.add"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // Its rule has matched another op.
  %3 = "ml.adds"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // Another op.
  %4 = "ml.sum"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @both_match(%p: tensor<2xi1>, %a: tensor<2xf32>) {
  %0 = "ml.where"(%p, %a, %a) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = "ml.were"(%p, %a, %a) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// Nested in any region.
func.func @nested(%p: tensor<2xi1>, %a: tensor<2xf32>, %c: i1) {
  scf.if %c {
    // expected-warning@+1 {{'ml.wehre' op has no rule}}
    %0 = "ml.wehre"(%p, %a, %a) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  }
  return
}

// -----

// An op with a rule is not misspelt, even if its name is similar to another rule's.
func.func @has_a_rule(%a: tensor<2xf32>) {
  %0 = "ml.elementwise.sub"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
