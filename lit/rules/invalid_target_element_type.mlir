// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/target_element_type.toml --verify-diagnostics --split-input-file %s

func.func @result(%a: tensor<2xf32>) {
  // expected-error @+3 {{'nn.less' op cannot be lowered: it meets the requirements of none of its 2 rules}}
  // expected-note @+2 {{the result has element type 'f64', but its rule requires one of 'f32', 'i1', 'i8'}}
  // expected-note @+1 {{the result has element type 'f64', but its rule requires one of 'i64'}}
  %0 = "nn.less"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// StableHLO does not convert vectors.
func.func @vectors(%a: vector<2xf32>) {
  // expected-error @+1 {{'nn.vector_less' op cannot be lowered: the ops that it becomes are invalid: 'stablehlo.convert' op}}
  %0 = "nn.vector_less"(%a, %a) : (vector<2xf32>, vector<2xf32>) -> vector<2xi8>
  return
}
