// A scalar that is no tensor takes no part under MLIR's rules of the trait.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/axis.toml --trait-rules=mlir --split-input-file --verify-diagnostics %s

func.func @scalar(%a: f32, %b: tensor<3xf32>) {
  // expected-error@+1 {{'ml.add' op cannot be lowered}}
  %0 = "ml.add"(%a, %b) {axis = 0 : i64} : (f32, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @beyond_the_rank(%a: tensor<f32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{attribute 'axis' is 2, from where operand #0 of rank 0 does not fit into 1 dim; expected an axis from 0 to 1, or of -1}}
  %0 = "ml.add"(%a, %b) {axis = 2 : i64} : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @rank_0(%a: tensor<f32>) {
  // expected-error@+1 {{attribute 'axis' is 1, from where operand #0 of rank 0 does not fit into 0 dims; expected an axis of 0}}
  %0 = "ml.add"(%a, %a) {axis = 1 : i64} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}
