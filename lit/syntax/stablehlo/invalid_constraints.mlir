// Constraints of branches, calls, tokens and shapes. Each is named by its constraint in StableHLO's specification.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

// case_c3
func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{requires compatible shapes}}
  "stablehlo.case"(%a) ({
    ^bb0:
      %z = stablehlo.constant dense<0.0> : tensor<2xf32>
      "stablehlo.return"(%z) : (tensor<2xf32>) -> ()
  }, {
    ^bb0:
      %z = stablehlo.constant dense<0.0> : tensor<3xf32>
      "stablehlo.return"(%z) : (tensor<3xf32>) -> ()
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

// if_c3
func.func @f(%a: tensor<i1>) {
  // expected-error @+1 {{requires size 2 of dimension 0 of result #0}}
  "stablehlo.if"(%a) ({
    ^bb0:
      %z = stablehlo.constant dense<0.0> : tensor<2xf32>
      "stablehlo.return"(%z) : (tensor<2xf32>) -> ()
  }, {
    ^bb0:
      %z = stablehlo.constant dense<0.0> : tensor<2xf32>
      "stablehlo.return"(%z) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<3xf32>
  return
}

// -----

// map_c4
func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error @+1 {{region 'computation' result #0 is 'tensor<i1>', but needs 'tensor<f32>'}}
  "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// sort_c5
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{region 'comparator' result #0 is 'tensor<f32>', but needs 'tensor<i1>'}}
  "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// sort_c5 (arguments)
func.func @f(%a: tensor<2xf64>) {
  // expected-error @+1 {{region 'comparator' argument #0 is 'tensor<f32>', but needs 'tensor<f64>'}}
  "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) : (tensor<2xf64>) -> tensor<2xf64>
  return
}

// -----

// reduce_c6
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error @+1 {{requires dimensions of region 'body' argument #1}}
  "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x:
      tensor<2xf32>, %y: tensor<2xf32>): %s = stablehlo.add %x, %y : tensor<2xf32>
      "stablehlo.return"(%s) : (tensor<2xf32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// reduce_c6 (rank)
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error @+1 {{requires rank 0 of region 'body' argument #1}}
  "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%x:
      tensor<2xf32>, %y: tensor<2xf32>): %s = stablehlo.add %x, %y : tensor<2xf32>
      "stablehlo.return"(%s) : (tensor<2xf32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

// send_c1
func.func @f(%a: tensor<2xf32>, %b: !stablehlo.token) {
  // expected-error @+1 {{requires channel type 2 if is_host_transfer is true, got 3}}
  "stablehlo.send"(%a, %b) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>,
    is_host_transfer = true
  }> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// recv_c1
func.func @f(%a: !stablehlo.token) {
  // expected-error @+1 {{requires channel type 1 if is_host_transfer is false, got 2}}
  "stablehlo.recv"(%a) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>
  }> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

// recv_c3
func.func @f(%a: !stablehlo.token) {
  // expected-error @+1 {{requires a tensor as result #0}}
  "stablehlo.recv"(%a) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
  }> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

// infeed_c2
func.func @f(%a: !stablehlo.token) {
  // expected-error @+1 {{requires a tensor as result #0}}
  "stablehlo.infeed"(%a) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

// infeed (layout)
func.func @f(%a: !stablehlo.token) {
  // expected-error @+1 {{attribute 'layout' has 2 elements, but needs 1}}
  "stablehlo.infeed"(%a) <{
    layout = [[0], [0]]
  }> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

// infeed (layout of a result)
func.func @f(%a: !stablehlo.token) {
  // expected-error @+1 {{attribute 'layout' holds "a", but needs integers}}
  "stablehlo.infeed"(%a) <{
    layout = [["a"]]
  }> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

// custom_call (config)
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{requires a string in attribute 'backend_config' for this api_version}}
  "stablehlo.custom_call"(%a) <{
    call_target_name = "f",
    backend_config = {}
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// custom_call (typed config)
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{requires a dictionary in attribute 'backend_config' for this api_version}}
  "stablehlo.custom_call"(%a) <{
    call_target_name = "f",
    api_version = 4 : i32,
    backend_config = "a"
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// custom_call (new buffer)
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{requires 0 operands and 1 result of CreateBuffer}}
  "stablehlo.custom_call"(%a) <{
    call_target_name = "CreateBuffer"
  }> : (tensor<2xf32>) -> memref<2xf32>
  return
}

// -----

// custom_call (buffer from a tensor)
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{requires a buffer as the result of Pin}}
  "stablehlo.custom_call"(%a) <{call_target_name = "Pin"}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// custom_call (tensor from a buffer)
func.func @f(%a: memref<2xf32>) {
  // expected-error @+1 {{requires one shape and element type}}
  "stablehlo.custom_call"(%a) <{call_target_name = "Unpin"}> : (memref<2xf32>) -> tensor<3xf32>
  return
}

// -----

// custom_call (buffer without alias)
func.func @f(%a: memref<2xf32>) {
  // expected-error @+1 {{requires each result that is a buffer in attribute 'output_operand_aliases'}}
  "stablehlo.custom_call"(%a) <{call_target_name = "f"}> : (memref<2xf32>) -> memref<2xf32>
  return
}

// -----

// dynamic_slice_c1
func.func @f(%a: tensor<2xf32>, %b: tensor<i32>) {
  // expected-error @+1 {{requires equal element types}}
  "stablehlo.dynamic_slice"(%a, %b) <{
    slice_sizes = array<i64: 1>
  }> : (tensor<2xf32>, tensor<i32>) -> tensor<1xf64>
  return
}

// -----

// concatenate_c5 (bounds)
func.func @f(%a: tensor<?xf32, #stablehlo.bounds<2>>, %b: tensor<1xf32>) {
  // expected-error @+1 {{requires size <=3 of dimension 0 of result #0}}
  "stablehlo.concatenate"(%a, %b) <{
    dimension = 0 : i64
  }> : (tensor<?xf32, #stablehlo.bounds<2>>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

// pad_c4 (bounds)
func.func @f(%a: tensor<?xf32, #stablehlo.bounds<2>>, %b: tensor<f32>) {
  // expected-error @+1 {{requires size <=3 of dimension 0 of result #0}}
  "stablehlo.pad"(%a, %b) <{
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 0>,
    interior_padding = array<i64: 0>
  }> : (tensor<?xf32, #stablehlo.bounds<2>>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// dot_general_c21
func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error @+1 {{requires precision DEFAULT if it has an algorithm}}
  "stablehlo.dot_general"(%a, %b) <{
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>,
    precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>],
    algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
  }> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return
}
