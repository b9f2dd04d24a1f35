// RUN: split-file %s %t
// RUN: bcast-lower --target=xla --bounds=c=5,b=4 --function=linear %t/linear.mlir | FileCheck %s
// RUN: not bcast-lower --target=xla --bounds=n=9 --function=remainder %t/remainder.mlir 2>&1 | FileCheck --check-prefix=REMAINDER %s

// JAX computes symbols from the dims of arguments: `c` from `2*c + 1`, and `b` from `3*c - b`, which is greatest, 14, for `b = 1`.
// CHECK-LABEL: func.func @linear(
// CHECK-SAME: %{{.*}}: tensor<11xf32>, %{{.*}}: tensor<14xf32>, %{{.*}}: tensor<i32> {bcast.size_of = [array<i64: 0, 0>]}, %{{.*}}: tensor<i32> {bcast.size_of = [array<i64: 1, 0>]})
//--- linear.mlir
func.func @linear(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.subtract %n, %one : tensor<i32>
  %c = stablehlo.divide %0, %two : tensor<i32>
  %rest = stablehlo.remainder %0, %two : tensor<i32>
  %1 = stablehlo.compare EQ, %rest, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1, %rest) {api_version = 2 : i32, error_message = "remainder {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %2 = stablehlo.multiply %c, %three : tensor<i32>
  %b = stablehlo.subtract %2, %m : tensor<i32>
  %3 = stablehlo.compare GE, %b, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%3, %b) {api_version = 2 : i32, error_message = "b is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  func.call @named(%c, %b) : (tensor<i32>, tensor<i32>) -> ()
  return %x, %y : tensor<?xf32>, tensor<?xf32>
}
func.func private @named(%c: tensor<i32> {jax.global_constant = "c"}, %b: tensor<i32> {jax.global_constant = "b"}) {
  return
}

// `mod(n, 4)` is 1 for 9, and 3 for 7.
// REMAINDER: error: function 'remainder' has argument #1, whose dim 0 is computed from symbols, and may be greater for smaller ones; give the shapes of the arguments instead
//--- remainder.mlir
func.func @remainder(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %rest = stablehlo.remainder %n, %four : tensor<i32>
  %0 = stablehlo.compare EQ, %m, %rest : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%0, %m, %rest) {api_version = 2 : i32, error_message = "{0} is not {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  func.call @named(%n) : (tensor<i32>) -> ()
  return %x, %y : tensor<?xf32>, tensor<?xf32>
}
func.func private @named(%n: tensor<i32> {jax.global_constant = "n"}) {
  return
}
