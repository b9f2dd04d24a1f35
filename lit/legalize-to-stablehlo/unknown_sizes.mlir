// RUN: bcast-lower --target=xla --verify-diagnostics %s >/dev/null
// RUN: bcast-lower --pass-pipeline='builtin.module(remark-unknown-sizes)' --verify-diagnostics %s >/dev/null

// XLA computes these sizes: from sizes, by the ops on integers that it knows, also for a function that is called.
func.func @known(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi32>, tensor<?xi32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.divide %n, %one : tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %f, %1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = func.call @twice(%n) : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.dynamic_iota %3, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %5 = func.call @called(%3) : (tensor<1xi32>) -> tensor<?xi32>
  return %2, %4, %5 : tensor<?xf32>, tensor<?xi32>, tensor<?xi32>
}

func.func private @twice(%n: tensor<i32>) -> tensor<1xi32> {
  %0 = stablehlo.add %n, %n : tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  return %1 : tensor<1xi32>
}

func.func private @called(%n: tensor<1xi32>) -> tensor<?xi32> {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// One remark for each reason.
func.func @data(%x: tensor<?xf32>, %count: tensor<1xi32>) -> (tensor<?xi32>, tensor<?xf32>) {
  // expected-remark @+1 {{has a result whose sizes XLA knows for no call ('Module has dynamic shapes'): they depend on data: the elements of argument #1}}
  %0 = stablehlo.dynamic_iota %count, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %1 = stablehlo.dynamic_reshape %x, %count : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xi32>, tensor<?xf32>
}

func.func @floats(%x: tensor<?xf32>) -> tensor<?xi32> {
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %1 = stablehlo.multiply %0, %half : tensor<f32>
  %2 = stablehlo.convert %1 : (tensor<f32>) -> tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  // expected-remark @+1 {{they are computed in 'f32'; compute them in integers}}
  %4 = stablehlo.dynamic_iota %3, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %4 : tensor<?xi32>
}

func.func @other_op(%x: tensor<?xf32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.popcnt %n : tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  // expected-remark @+1 {{they depend on the result of 'stablehlo.popcnt', by which XLA computes no sizes}}
  %2 = stablehlo.real_dynamic_slice %x, %one, %1, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

func.func @loop(%x: tensor<?xf32>, %n: tensor<1xi32>) -> tensor<?xi32> {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = stablehlo.while(%i = %zero) : tensor<1xi32>
  cond {
    %2 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    // expected-remark @+1 {{they depend on data: a value that a loop or a branch passes on}}
    %3 = stablehlo.dynamic_iota %i, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    stablehlo.custom_call @use(%3) {has_side_effect = true} : (tensor<?xi32>) -> ()
    %4 = stablehlo.add %i, %n : tensor<1xi32>
    stablehlo.return %4 : tensor<1xi32>
  }
  // expected-remark @+1 {{they depend on the result of 'stablehlo.while', by which XLA computes no sizes}}
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %1 : tensor<?xi32>
}
