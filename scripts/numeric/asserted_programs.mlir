// Parts of the programs of asserted_programs.py. In a part, `%a` and `%b` are the arguments of a program, `%t` is true,
// `%c0` to `%c2` are numbers; `%n`, `%m` and `%p` are what it gets, `%r` what it yields; other names, and `@f`, are its own.

// Ops that say that the arguments have equal sizes.
// says
%r = stablehlo.add %a, %b : tensor<?x?xf32>
// says
%r = stablehlo.select %t, %b, %a : tensor<i1>, tensor<?x?xf32>
// says
%r = stablehlo.concatenate %a, %b, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
// says
%r = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
// says
func.func private @f(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.multiply %x, %y : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
%r = call @f(%a, %b) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
// says
%r = "stablehlo.if"(%t) ({
    %0 = stablehlo.add %a, %b : tensor<?x?xf32>
    stablehlo.return %0 : tensor<?x?xf32>
  }, {
    %0 = stablehlo.subtract %a, %b : tensor<?x?xf32>
    stablehlo.return %0 : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
// says
%0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
%1 = stablehlo.get_dimension_size %b, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
%2 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
%3 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
%4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
%r = stablehlo.dynamic_broadcast_in_dim %b, %4, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: 0, 1>} : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>

// The number of rows of an argument `%p`, and what they pass through.
// size
%r = stablehlo.get_dimension_size %p, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// size
%0 = stablehlo.negate %p : tensor<?x?xf32>
%r = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// size
%0 = stablehlo.transpose %p, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
%r = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
// size
%0 = stablehlo.abs %p : tensor<?x?xf32>
%1 = stablehlo.optimization_barrier %0 : tensor<?x?xf32>
%r = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>

// Numbers that differ if `%n` does.
// step
%r = stablehlo.add %n, %c1 : tensor<i32>
// step
%r = stablehlo.optimization_barrier %n : tensor<i32>
// step
%0 = stablehlo.compare GE, %n, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%r = "stablehlo.if"(%0) ({ stablehlo.return %n : tensor<i32> }, { stablehlo.return %c0 : tensor<i32> }) : (tensor<i1>) -> tensor<i32>
// step
%r = "stablehlo.case"(%c1) ({ stablehlo.return %c0 : tensor<i32> }, { stablehlo.return %n : tensor<i32> }) : (tensor<i32>) -> tensor<i32>
// step
%0:2 = stablehlo.while(%i = %c0, %k = %n) : tensor<i32>, tensor<i32>
   cond {
    %1 = stablehlo.compare LT, %i, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %c1 : tensor<i32>
    %2 = stablehlo.add %k, %i : tensor<i32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<i32>
  }
%r = stablehlo.add %0#1, %c0 : tensor<i32>
// step
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %x, %x : tensor<i32>
  return %0 : tensor<i32>
}
%r = call @f(%n) : (tensor<i32>) -> tensor<i32>
// step
%0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1x1xi32>
%1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x1xi32>
%r = stablehlo.reshape %1 : (tensor<1x1xi32>) -> tensor<i32>
// step
%0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
%1 = stablehlo.concatenate %0, %0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
%r = stablehlo.reduce(%1 init: %c0) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
// step
%0 = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
%1 = stablehlo.multiply %0, %0 : tensor<f32>
%r = stablehlo.convert %1 : (tensor<f32>) -> tensor<i32>
// step
%0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
%1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
%r = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?xi32>) -> tensor<i32>
// step
%0 = stablehlo.convert %n : (tensor<i32>) -> tensor<ui16>
%r = stablehlo.convert %0 : (tensor<ui16>) -> tensor<i32>
// step
%0 = stablehlo.constant dense<10000> : tensor<i32>
%r = stablehlo.clamp %c0, %n, %0 : tensor<i32>
// step
%0 = stablehlo.compare GE, %n, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%1 = stablehlo.add %n, %c1 : tensor<i32>
%r = stablehlo.select %0, %1, %n : tensor<i1>, tensor<i32>

// step
%0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
%1 = stablehlo.reshape %c0 : (tensor<i32>) -> tensor<1xi32>
%2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
%first = stablehlo.dynamic_slice %2, %c0, sizes = [1] : (tensor<2xi32>, tensor<i32>) -> tensor<1xi32>
%r = stablehlo.reshape %first : (tensor<1xi32>) -> tensor<i32>
// step
%0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
%1 = stablehlo.reshape %c0 : (tensor<i32>) -> tensor<1xi32>
%2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
%3 = "stablehlo.sort"(%2) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %4 = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<2xi32>) -> tensor<2xi32>
%first = stablehlo.dynamic_slice %3, %c0, sizes = [1] : (tensor<2xi32>, tensor<i32>) -> tensor<1xi32>
%r = stablehlo.reshape %first : (tensor<1xi32>) -> tensor<i32>
// step
%0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
%1 = stablehlo.reshape %c0 : (tensor<i32>) -> tensor<1xi32>
%2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
%3 = "stablehlo.reduce_window"(%2, %c0) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %4 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %4 : tensor<i32>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
%first = stablehlo.dynamic_slice %3, %c0, sizes = [1] : (tensor<2xi32>, tensor<i32>) -> tensor<1xi32>
%r = stablehlo.reshape %first : (tensor<1xi32>) -> tensor<i32>
// step
%0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
%1 = stablehlo.reshape %c0 : (tensor<i32>) -> tensor<1xi32>
%2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
%r = "stablehlo.gather"(%2, %1) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>} : (tensor<2xi32>, tensor<1xi32>) -> tensor<i32>

// The condition that two numbers are equal.
// condition
%r = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
// condition
%0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
%1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
%2 = stablehlo.reshape %c2 : (tensor<i32>) -> tensor<1xi32>
%3 = stablehlo.concatenate %0, %2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
%4 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
%5 = stablehlo.compare EQ, %3, %4 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
%r = stablehlo.reduce(%5 init: %t) applies stablehlo.and across dimensions = [0] : (tensor<2xi1>, tensor<i1>) -> tensor<i1>
// condition
%0 = stablehlo.compare GE, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
%1 = stablehlo.compare GE, %m, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
%r = stablehlo.and %0, %1 : tensor<i1>
// condition
%0 = stablehlo.subtract %n, %m : tensor<i32>
%r = stablehlo.compare EQ, %0, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>

// Where the condition `%p` is asserted; `ASSERT` stands for the op.
// check
ASSERT(%p, %n, %m)
// check
%0 = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
%1 = stablehlo.compare GE, %0, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%r = "stablehlo.if"(%1) ({
    ASSERT(%p, %n, %m)
    stablehlo.return %c1 : tensor<i32>
  }, {
    stablehlo.return %c0 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
// check
func.func private @f(%x: tensor<i1>, %y: tensor<i32>, %z: tensor<i32>) {
  ASSERT(%x, %y, %z)
  return
}
call @f(%p, %n, %m) : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
// check
func.func private @f(%y: tensor<i32>, %z: tensor<i32>) {
  %x = stablehlo.compare EQ, %y, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  ASSERT(%x, %y, %z)
  return
}
call @f(%n, %m) : (tensor<i32>, tensor<i32>) -> ()
