// RUN: bcast-lower --split-input-file --allow-unregistered-dialect --verify-diagnostics --pass-pipeline='builtin.module(specialize-sizes{rules=tensorflow shapes=arg0=2x3})' %s

func.func @no_facts(%a: tensor<?x?xf32>) -> tensor<?x1xf32> {
  // expected-error@+1 {{'my.sum' op is not specialised: dim 0 of its result is not known: nothing says how it follows from the operands; give facts about the op in a rule file; with 'allow-partial=on' it stays dynamic}}
  %0 = "my.sum"(%a) : (tensor<?x?xf32>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// -----

func.func @no_row(%a: tensor<?x?xf32>) -> tensor<?x1xf32> {
  // expected-error@+1 {{dim 0 of its result is not known: nothing says how it follows from the operands; run TensorFlow's 'xla-legalize-tf' first, and lower ops that broadcast with '--rules=tensorflow'}}
  %0 = "tf.Foo"(%a) : (tensor<?x?xf32>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// -----

func.func @not_constant(%a: tensor<?x?xf32>, %dims: tensor<1xi32>) -> tensor<?xf32> {
  // expected-error@+1 {{'tf.Sum' op is not specialised: dim 0 of its result depends on data: the elements of argument #1}}
  %0 = "tf.Sum"(%a, %dims) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @wrong_sizes(%a: tensor<?x?xf32>) -> tensor<?x4xf32> {
  %s = "tf.Const"() {value = dense<[-1, 4]> : tensor<2xi32>} : () -> tensor<2xi32>
  // expected-error@+1 {{dim 0 of its result is not known from the sizes that are given: it cannot become StableHLO: the size that is -1 is no whole number, since 3 elements are not a multiple of 2}}
  %0 = "tf.Reshape"(%a, %s) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @unknown_number(%a: tensor<?x?xf32>) -> tensor<?xf32> {
  %s = "my.sizes"() : () -> tensor<1xi32>
  // expected-error@+1 {{dim 0 of its result depends on the result of 'my.sizes', of which nothing is known}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @data_through_a_broadcast(%a: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %s = chlo.broadcast_multiply %n, %one : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>
  // expected-error@+1 {{dim 0 of its result depends on data: the elements of argument #1}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @data_in_floats(%a: tensor<?x?xf32>, %n: tensor<f32>) -> tensor<?xf32> {
  %s = stablehlo.ceil %n : tensor<f32>
  %t = stablehlo.convert %s : (tensor<f32>) -> tensor<i32>
  %u = stablehlo.reshape %t : (tensor<i32>) -> tensor<1xi32>
  // expected-error@+1 {{dim 0 of its result depends on data: the elements of argument #1}}
  %0 = stablehlo.dynamic_reshape %a, %u : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A branch returns tensors of different sizes.
func.func @branch(%a: tensor<?x?xf32>, %p: tensor<i1>) -> tensor<?x?xf32> {
  // expected-error@+1 {{'stablehlo.if' op is not specialised: dim 0 of its result depends on data: the elements of argument #1}}
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    stablehlo.return %1 : tensor<?x?xf32>
  }, {
    stablehlo.return %a : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
