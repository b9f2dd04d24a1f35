// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{sizes=c=5 function=main})' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=q=32x3 function=main})' %s | FileCheck --check-prefix=NAME %s
// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{sizes=c=5,b=4 function=linear})' %s | FileCheck --check-prefix=LINEAR %s
// RUN: not bcast-lower --pass-pipeline='builtin.module(specialize-sizes{sizes=c=5 function=unchecked})' %s 2>&1 | FileCheck --check-prefix=UNCHECKED %s
// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{sizes=c=1..5 function=main})' %s | FileCheck --check-prefix=RANGE %s
// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{sizes=c=2..64:2 function=linear})' %s | FileCheck --check-prefix=MORE %s
// RUN: not bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=q=33x3 function=main})' %s 2>&1 | FileCheck --check-prefix=PLACE %s

// JAX computes dimension variables from the arguments' dims: `c` from `16*c`. The other argument has `2*c` rows.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: tensor<80x3xf32>, %{{.*}}: tensor<10xf32>) -> tensor<80x3xf32>
// NAME-LABEL: func.func @main(
// NAME-SAME: tensor<32x3xf32>, %{{.*}}: tensor<?xf32>) -> tensor<32x3xf32>
// A range of `c` is one of each size that is computed from it.
// RANGE-LABEL: func.func @main(
// RANGE-SAME: %{{.*}}: tensor<?x3xf32> {bcast.dims = ["16*c", "?"]}, %{{.*}}: tensor<?xf32> {bcast.dims = ["2*c"]}
// RANGE-SAME: bcast.ranges = {"16*c" = array<i64: 16, 80, 16>, "2*c" = array<i64: 2, 10, 2>}
// The wrapper has no locations: the error is where the function that it calls is.
// PLACE: model.py:7:3: error: assertion fails: remainder 1
func.func @main(%x: tensor<?x3xf32> loc(unknown), %y: tensor<?xf32> loc(unknown)) -> tensor<?x3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32> loc(unknown)
  %two = stablehlo.constant dense<2> : tensor<i32> loc(unknown)
  %sixteen = stablehlo.constant dense<16> : tensor<i32> loc(unknown)
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32> loc(unknown)
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32> loc(unknown)
  %c:2 = call @divmod(%n, %sixteen) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>) loc(unknown)
  %0 = stablehlo.compare EQ, %c#1, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1> loc(unknown)
  stablehlo.custom_call @shape_assertion(%0, %c#1) {api_version = 2 : i32, error_message = "remainder {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> () loc("shape_assertion")
  %1 = stablehlo.multiply %c#0, %two : tensor<i32> loc(unknown)
  %2 = stablehlo.compare EQ, %m, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1> loc(unknown)
  stablehlo.custom_call @shape_assertion(%2, %m, %1) {api_version = 2 : i32, error_message = "{0} is not {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> () loc("shape_assertion")
  %3 = call @wrapped(%c#0, %x) : (tensor<i32>, tensor<?x3xf32>) -> tensor<?x3xf32> loc(unknown)
  return %3 : tensor<?x3xf32> loc(unknown)
} loc(unknown)
func.func private @wrapped(%c: tensor<i32> {jax.global_constant = "c"} loc(unknown), %x: tensor<?x3xf32> loc("q")) -> tensor<?x3xf32> {
  %0 = stablehlo.negate %x : tensor<?x3xf32> loc("model.py":7:3)
  return %0 : tensor<?x3xf32> loc(unknown)
} loc(unknown)
func.func private @divmod(%a: tensor<i32> loc(unknown), %b: tensor<i32> loc(unknown)) -> (tensor<i32>, tensor<i32>) {
  %0 = stablehlo.divide %a, %b : tensor<i32> loc(unknown)
  %1 = stablehlo.remainder %a, %b : tensor<i32> loc(unknown)
  return %0, %1 : tensor<i32>, tensor<i32> loc(unknown)
} loc(unknown)

// `2*c + 1`, and `3*c - b`.
// LINEAR-LABEL: func.func @linear(
// LINEAR-SAME: tensor<11xf32>, %{{.*}}: tensor<11xf32>)
// MORE-LABEL: func.func @linear(
// MORE-SAME: tensor<?xf32> {bcast.dims = ["2*c + 1"]}, %{{.*}}: tensor<?xf32>)
// MORE-SAME: bcast.ranges = {"2*c + 1" = array<i64: 5, 129>}
func.func @linear(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.subtract %n, %one : tensor<i32>
  %c:2 = call @divmod(%0, %two) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %1 = stablehlo.compare EQ, %c#1, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1, %c#1) {api_version = 2 : i32, error_message = "remainder {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %2 = stablehlo.multiply %c#0, %three : tensor<i32>
  %b = stablehlo.subtract %2, %m : tensor<i32>
  call @named(%c#0, %b) : (tensor<i32>, tensor<i32>) -> ()
  return %x, %y : tensor<?xf32>, tensor<?xf32>
}
func.func private @named(%c: tensor<i32> {jax.global_constant = "c"}, %b: tensor<i32> {jax.global_constant = "b"}) {
  return
}

// Without a check, 16 sizes give the number.
// UNCHECKED: error: function 'unchecked' has the symbol 'c', which does not decide the size of an argument's dim; give the shapes of the arguments instead
func.func @unchecked(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %sixteen = stablehlo.constant dense<16> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %c = stablehlo.divide %n, %sixteen : tensor<i32>
  %0 = call @wrapped(%c, %x) : (tensor<i32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
