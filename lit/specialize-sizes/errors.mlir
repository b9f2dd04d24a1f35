// RUN: bcast-lower --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(specialize-sizes{shapes=4x6,6})' %s

func.func @assertion(%x: tensor<?x?xf32> loc("x"), %y: tensor<?xf32> loc("mask")) -> tensor<?x?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // expected-error@+3 {{assertion fails: expected 4, dim 0 of x, to be 6}}
  // expected-note@+2 {{dim 0 of argument #0 ('x') is 4}}
  // expected-note@+1 {{dim 0 of argument #1 ('mask') is 6}}
  stablehlo.custom_call @shape_assertion(%2, %0, %1) {api_version = 2 : i32, error_message = "expected {0}, dim 0 of x, to be {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return %x : tensor<?x?xf32>
}

// -----

// The dims are those of the arguments of the entry, and the size that fails is computed from them.
// expected-note@+2 {{dim 0 of argument #0 is 4}}
// expected-note@+1 {{dim 1 of argument #0 is 6}}
func.func @assertion_in_callee(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = call @check(%x, %0) : (tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func private @check(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.multiply %0, %two : tensor<i32>
  %2 = stablehlo.compare LT, %1, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // expected-error@+1 {{assertion fails: 8 must be less}}
  stablehlo.custom_call @shape_assertion(%2, %1) {api_version = 2 : i32, error_message = "{0} must be less", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return %x : tensor<?x?xf32>
}

// -----

// expected-note@+3 {{dim 0 of argument #0 is 4}}
// expected-note@+2 {{dim 1 of argument #0 is 6}}
// expected-note@+1 {{dim 0 of argument #1 is 6}}
func.func @do_not_broadcast(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-error@+1 {{'chlo.broadcast_add' op operands don't have broadcast-compatible shapes; operand #1 has size 6 in dim 0, but result dim 1 is already 4; expected 4 or 1}}
  %0 = chlo.broadcast_add %t, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// expected-note@+2 {{dim 0 of argument #0 is 4}}
// expected-note@+1 {{dim 0 of argument #1 is 6}}
func.func @do_not_fit(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%x init: %0) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  // expected-error@+1 {{'stablehlo.add' op does not take these sizes: requires compatible shapes}}
  %2 = stablehlo.add %1, %y : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

func.func @depends_on_data(%x: tensor<?x?xf32>, %y: tensor<6xi32> loc("lengths")) -> tensor<?xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.slice %y [0:1] : (tensor<6xi32>) -> tensor<1xi32>
  // expected-error@+1 {{is not specialised: dim 0 of its result depends on data: the elements of argument #1 ('lengths'); with 'allow-partial=on' it stays dynamic}}
  %2 = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// expected-error@+1 {{there are several public functions, 'f', 'g'; the option 'function' selects one}}
module {
  func.func @f(%x: tensor<?x?xf32>, %y: tensor<?xf32>) {
    return
  }
  func.func @g(%x: tensor<?x?xf32>, %y: tensor<?xf32>) {
    return
  }
}

// -----

// expected-error@+1 {{there is no public function with a body to specialise}}
module {
  func.func private @f(%x: tensor<?x?xf32>, %y: tensor<?xf32>) {
    return
  }
}

// -----

func.func @loop_grows(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  // expected-error@+1 {{'stablehlo.while' op changes the size of the value #0 that it carries from 'tensor<6xf32>' to 'tensor<12xf32>', so its size is known only at run time}}
  %0 = stablehlo.while(%v = %y) : tensor<?xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.concatenate %v, %v, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

func.func @calls_itself(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @f(%y) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'func.call' op calls 'f', which calls itself, so it has no sizes to specialise for}}
  %0 = call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A region does not hide what its op requires.
// expected-note@+2 {{dim 0 of argument #0 is 4}}
// expected-note@+1 {{dim 0 of argument #1 is 6}}
func.func @region(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%x init: %0) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  // expected-error@+1 {{'stablehlo.reduce' op does not take these sizes: requires compatible shapes, but operand #0 'tensor<4xf32>' and operand #1 'tensor<6xf32>' differ in dimension 0 (4 and 6)}}
  %2:2 = stablehlo.reduce(%1 init: %0), (%y init: %0) across dimensions = [0] : (tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>)  {
    stablehlo.return %a, %c : tensor<f32>, tensor<f32>
  }
  return %2#0 : tensor<f32>
}

// -----

// expected-note@+2 {{dim 0 of argument #0 is 4}}
// expected-note@+1 {{dim 1 of argument #0 is 6}}
func.func @parts(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  // expected-error@+1 {{'sdy.manual_computation' op does not take these sizes; expected a multiple of 3, the number of parts along the manual axes, as size of dim 0 of operand #0, got 4}}
  %0 = sdy.manual_computation(%x) in_shardings=[<mesh<["x"=3]>, [{"x"}, {}]>] out_shardings=[<mesh<["x"=3]>, [{"x"}, {}]>] manual_axes={"x"} (%a: tensor<?x?xf32>) {
    sdy.return %a : tensor<?x?xf32>
  } : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// expected-note@+1 {{dim 0 of argument #1 is 6}}
func.func @bound(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32, #stablehlo.bounds<5>> {
  // expected-error@+1 {{'stablehlo.abs' op does not take these sizes; expected at most 5, its bound, as size of dim 0 of result #0, got 6}}
  %0 = stablehlo.abs %y : (tensor<?xf32>) -> tensor<?xf32, #stablehlo.bounds<5>>
  return %0 : tensor<?xf32, #stablehlo.bounds<5>>
}

// -----

// expected-note@+3 {{dim 0 of argument #0 is 4}}
// expected-note@+2 {{dim 1 of argument #0 is 6}}
// expected-note@+1 {{dim 0 of argument #1 is 6}}
func.func @set_size(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  // expected-error@+1 {{'stablehlo.set_dimension_size' op does not take these sizes: requires size <=4 of dimension 0 of result #0 'tensor<6x6xf32>'}}
  %1 = stablehlo.set_dimension_size %x, %0, dim = 0 : (tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

func.func @scan(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'chlo.scan' op changes the size of the value #0 that it carries from 'tensor<6xf32>' to 'tensor<12xf32>', so its size is known only at run time}}
  %0:2 = chlo.scan(%x) inits (%y) dimension=0 {
  ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
    %1 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %a, %1 : tensor<?xf32>, tensor<?xf32>
  } : (tensor<?x?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  return %0#1 : tensor<?xf32>
}

// -----

// How many partitions there are is not known.
func.func @partitions(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  // expected-error@+1 {{'stablehlo.all_gather' op is not specialised: dim 1 of its result}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @tuple(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tuple<tensor<?xf32>> {
  // expected-error@+1 {{'stablehlo.custom_call' op @f is not specialised: a part of its result is not known from the sizes that are given}}
  %0 = stablehlo.custom_call @f() : () -> tuple<tensor<?xf32>>
  return %0 : tuple<tensor<?xf32>>
}

// -----

func.func @two_returns(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c = func.call @condition() : () -> i1
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = stablehlo.concatenate %y, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  // expected-error@+1 {{'func.return' op is not specialised: dim 0 of a value that it passes on depends on which block runs}}
  return %0 : tensor<?xf32>
^bb2:
  // expected-error@+1 {{'func.return' op is not specialised: dim 0 of a value that it passes on depends on which block runs}}
  return %y : tensor<?xf32>
}
func.func private @condition() -> i1

// -----

// expected-note@+2 {{dim 0 of argument #0 is 4}}
// expected-note@+1 {{dim 1 of argument #0 is 6}}
func.func @negative(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %2 = stablehlo.subtract %0, %1 : tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  // expected-error@+1 {{'stablehlo.dynamic_iota' op does not take these sizes; expected a size of at least 0 of dim 0 of its result, got -2}}
  %4 = stablehlo.dynamic_iota %3, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %4 : tensor<?xf32>
}

// -----

// What is written instead of an op is verified, and the error names the op.
// expected-note@+2 {{dim 0 of argument #0 is 4}}
// expected-note@+1 {{dim 0 of argument #1 is 6}}
func.func @static_form(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op does not take these sizes: requires size 1 or 4 of dimension 0 of operand #0, which becomes dimension 0 of result #0, got 6}}
  %2 = stablehlo.dynamic_broadcast_in_dim %y, %1, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// expected-note@+2 {{dim 0 of argument #0 is 4}}
// expected-note@+1 {{dim 0 of argument #1 is 6}}
func.func @shapes_that_do_not_broadcast(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<1xindex> {
  %zero = arith.constant 0 : index
  %0 = tensor.dim %x, %zero : tensor<?x?xf32>
  %1 = tensor.from_elements %0 : tensor<1xindex>
  %2 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  // expected-error@+1 {{'shape.broadcast' op does not take these sizes; expected equal sizes of dim 0 of its result, or one of them 1, got 4 and 6}}
  %3 = shape.broadcast %1, %2 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
  return %3 : tensor<1xindex>
}
