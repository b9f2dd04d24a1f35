// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{sizes=n=1..8})' %s | FileCheck %s
// RUN: not bcast-lower --pass-pipeline='builtin.module(specialize-sizes{sizes=m=1..8})' %s 2>&1 | FileCheck %s --check-prefix=RANDOM

// JAX computes the variable n of a dim 2*n by a function, which it calls again for each check: all calls return the same.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg1: tensor<?xf32> {bcast.dims = ["n"]}
// CHECK-SAME: bcast.ranges = {n = array<i64: 1, 8>}
// RANDOM: error: function 'main' has the symbol 'm', from which alone the size of no argument's dim is computed, so that no range can be declared; give its size instead
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %own = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = call @half(%size, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %same = stablehlo.compare EQ, %own, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%same) {error_message = "y has n elements", has_side_effect = true} : (tensor<i1>) -> ()
  %again = call @half(%size, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %random = call @random(%size) : (tensor<i32>) -> tensor<i32>
  %is_random = stablehlo.compare EQ, %own, %random : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_random) {error_message = "y has m elements", has_side_effect = true} : (tensor<i1>) -> ()
  %other = call @random(%size) : (tensor<i32>) -> tensor<i32>
  %0 = call @named(%again, %other, %y) : (tensor<i32>, tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @named(%n: tensor<i32> {jax.global_constant = "n"}, %m: tensor<i32> {jax.global_constant = "m"}, %y: tensor<?xf32>) -> tensor<?xf32> {
  return %y : tensor<?xf32>
}
func.func private @half(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = call @quotient(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @quotient(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.divide %a, %b : tensor<i32>
  return %0 : tensor<i32>
}
// What this returns may differ.
func.func private @random(%limit: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<> : tensor<0xi64>
  %0 = stablehlo.rng %zero, %limit, %none, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<0xi64>) -> tensor<i32>
  return %0 : tensor<i32>
}
