// Branches, loops, calls and tuples with invalid types or attributes.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

func.func @branch(%p: tensor<i1>, %a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.if' op region 'false_branch' result needs 1 values, but has 0}}
  %0 = "stablehlo.if"(%p) ({ stablehlo.return %a : tensor<2xf32> }, { stablehlo.return }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

func.func @branch_type(%p: tensor<i1>, %a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.if' op requires size 2 of dimension 0 of result #0 'tensor<3xf32>'}}
  %0 = "stablehlo.if"(%p) ({ stablehlo.return %a : tensor<2xf32> }, { stablehlo.return %a : tensor<2xf32> }) : (tensor<i1>) -> tensor<3xf32>
  return
}

// -----

func.func @no_branch(%i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.case' op requires at least one branch}}
  %0 = "stablehlo.case"(%i) : (tensor<i32>) -> tensor<3xf32>
  return
}

// -----

func.func @condition(%a: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.while' op requires compatible element types, but region 'cond' result #0 'tensor<f32>' and the expected type 'tensor<i1>' differ}}
  %0 = stablehlo.while(%x = %a) : tensor<f32> cond { stablehlo.return %x : tensor<f32> } do { stablehlo.return %x : tensor<f32> }
  return
}

// -----

func.func @loop_body(%p: tensor<i1>, %a: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.while' op region 'body' result needs 1 values, but has 0}}
  %0 = stablehlo.while(%x = %a) : tensor<f32> cond { stablehlo.return %p : tensor<i1> } do { stablehlo.return }
  return
}

// -----

func.func @layouts(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op requires both or none of the attributes 'operand_layouts' and 'result_layouts'}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = []} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @layout(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op attribute 'operand_layouts' holds 1, which is not a dimension of a tensor of rank 1}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<1> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @alias(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op attribute 'output_operand_aliases' names operand #1, which does not exist}}
  %0 = stablehlo.custom_call @f(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @composite(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op attribute 'name' must be <namespace>.<name>, got 'noname'}}
  %0 = stablehlo.composite "noname" %a {decomposition = @g} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @decomposition(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op attribute 'decomposition' names @missing, which is not a function}}
  %0 = stablehlo.composite "a.b" %a {decomposition = @missing} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @g(tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
func.func @operand_count(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op has 1 operands, but @g has 2 arguments}}
  %0 = stablehlo.composite "a.b" %a {decomposition = @g} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @g(tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
func.func @operand_types(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op has type 'tensor<2xf32>' of operand #1, but @g has type 'tensor<3xf32>' of argument #1}}
  %0 = stablehlo.composite "a.b" %a, %a {decomposition = @g} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @g(tensor<2xf32>) -> tensor<2xf32>
func.func @results(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op has 2 results, but @g has 1 results}}
  %0:2 = stablehlo.composite "a.b" %a {decomposition = @g} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @tuple_index(%t: tuple<tensor<2xf32>>) {
  // expected-error @+1 {{'stablehlo.get_tuple_element' op attribute 'index' holds 1, but operand #0 has 1 elements}}
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

func.func @tuple_element(%t: tuple<tensor<2xf32>>) {
  // expected-error @+1 {{'stablehlo.get_tuple_element' op requires type 'tensor<2xf32>' of result #0, got 'tensor<3xf32>'}}
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>>) -> tensor<3xf32>
  return
}

// -----

func.func @token(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.infeed' op requires the last result to be a token}}
  %0 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> tensor<2xf32>
  return
}

// -----

func.func @groups(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op attribute 'replica_groups' has rank 1, but needs rank 2}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @gathered_dim(%a: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op attribute 'all_gather_dim' holds 1, which is not a dimension of a tensor of rank 1}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @fft_length(%a: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op attribute 'fft_length' has 0 elements, but needs 1 to 3, at most the rank 1 of operand #0}}
  %0 = stablehlo.fft %a, type = FFT, length = [] : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @feature(%a: tensor<2x3xf32>, %v: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op requires size 3 of dimension 0 of operand #1 'tensor<2xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @unknown_attribute() {
  // expected-error @+1 {{unknown stablehlo attribute: unknown}}
  %0 = stablehlo.constant {a = #stablehlo.unknown<1>} dense<1> : tensor<i32>
  return
}
