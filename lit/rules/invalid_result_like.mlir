// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/result_like.toml --split-input-file --verify-diagnostics %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/result_like.toml --trait-rules=mlir --split-input-file --verify-diagnostics %s

func.func @an_enlarged_dim(%a: tensor<2x1xf32>, %b: tensor<3xf32>) {
  // expected-error@+2 {{'ml.add_' op the result has the shape of operand #0, but operand #1 would enlarge its dim 1}}
  // expected-note@-2 {{operand #1 has size 3 in dim 0, but operand #0 has size 1; expected 1 (result_like)}}
  %0 = "ml.add_"(%a, %b) : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @a_higher_rank(%a: tensor<3xf32>, %b: tensor<1x3xf32>) {
  // expected-error@+2 {{'ml.add_' op the result has the shape of operand #0, but operand #1 has rank 2 and would enlarge it}}
  // expected-note@-2 {{operand #0 has rank 1; expected at most that (result_like)}}
  %0 = "ml.add_"(%a, %b) : (tensor<3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @a_missing_destination(%a: tensor<3xf32>) {
  // expected-error-re@+1 {{'ml.select_into' op has no operand #2, which its rule at {{.*}}.toml:7:10 selects}}
  %0 = "ml.select_into"(%a, %a) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}
