// RUN: not bcast-lower --sizes=x=3 %s 2>&1 | FileCheck %s

// Each name of JAX's is listed once, however many calls pass it, and an empty one is none.
// CHECK: error: function 'main' has no symbol 'x'; it has 'n'{{$}}
func.func @main(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %a, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %0 = call @f(%n, %m, %a) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = call @f(%n, %m, %0) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func private @f(%n: tensor<i32> {jax.global_constant = "n"}, %m: tensor<i32> {jax.global_constant = ""}, %a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  return %a : tensor<?x?xf32>
}
