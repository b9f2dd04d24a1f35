// Guards that never hold: an error where the op runs whenever the function is called, else a
// warning.
// RUN: bcast-lower --split-input-file --verify-diagnostics %s

// [?] x [?], which are 2 and 3
func.func @after_casts(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<?xf32> {
  // expected-note @+1 {{operand #0 dim 0 has size 2, operand #1 dim 0 has size 3; expected equal sizes, or 1 and a size of at least 1}}
  %0 = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  // expected-note @+1 {{operand #1 dim 0 has size 3}}
  %1 = tensor.cast %b : tensor<3xf32> to tensor<?xf32>
  // expected-error @+1 {{'chlo.broadcast_add' op operands don't have broadcast-compatible shapes in any call of @after_casts}}
  %2 = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// [?] x [3], where the first is from 5 to 9
// expected-note @+1 {{operand #0 dim 0 has size from 5 to 9, operand #1 dim 0 has size 3; expected 3 or 1}}
func.func @range(%a: tensor<?xf32> {bcast.dims = ["n"]},
                 // expected-note @+1 {{operand #1 dim 0 has size 3}}
                 %b: tensor<3xf32>) -> tensor<3xf32> attributes {bcast.ranges = {n = array<i64: 5, 9>}} {
  // expected-error @+1 {{'chlo.broadcast_add' op operands don't have broadcast-compatible shapes in any call of @range}}
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// [?] x [] => [5], where the first is 2
func.func @declared_size(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<5xf32> {
  // expected-note @+1 {{operand #0 dim 0 has size 2}}
  %0 = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  // expected-error @+2 {{'chlo.broadcast_add' op result type '5' not broadcast compatible with broadcasted operands's shapes '2' in any call of @declared_size}}
  // expected-note @+1 {{the operands broadcast to size 2 in result dim 0, which is declared as 5}}
  %1 = chlo.broadcast_add %0, %b : (tensor<?xf32>, tensor<f32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// -----

// [?] x [?] x [?], of which two are 2 and 3
func.func @three_operands(%p: tensor<?xi1>, %a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-note @+1 {{operand #1 dim 0 has size 2, the operands broadcast to size at least 3 in result dim 0; expected that size or 1}}
  %0 = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  // expected-note @+1 {{operand #2 dim 0 has size 3}}
  %1 = tensor.cast %b : tensor<3xf32> to tensor<?xf32>
  // expected-error @+1 {{'chlo.broadcast_select' op operands don't have broadcast-compatible shapes in any call of @three_operands}}
  %2 = chlo.broadcast_select %p, %0, %1 : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

// In a private function that is called in the first block of a public one.
func.func private @called(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-note @+1 {{operand #0 dim 0 has size 2, operand #1 dim 0 has size 3}}
  %0 = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  // expected-note @+1 {{operand #1 dim 0 has size 3}}
  %1 = tensor.cast %b : tensor<3xf32> to tensor<?xf32>
  // expected-error @+1 {{'chlo.broadcast_add' op operands don't have broadcast-compatible shapes in any call of @main}}
  %2 = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
func.func private @caller(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  call @called(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}
func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  call @caller(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}

// -----

// It may never be called.
func.func private @never_called(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-note @+1 {{operand #0 dim 0 has size 2, operand #1 dim 0 has size 3}}
  %0 = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  // expected-note @+1 {{operand #1 dim 0 has size 3}}
  %1 = tensor.cast %b : tensor<3xf32> to tensor<?xf32>
  // expected-warning @+1 {{'chlo.broadcast_add' op operands don't have broadcast-compatible shapes whenever this op runs}}
  %2 = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

// Functions that only call each other may never be called, either.
func.func private @left(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-note @+1 {{operand #0 dim 0 has size 2, operand #1 dim 0 has size 3}}
  %0 = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  // expected-note @+1 {{operand #1 dim 0 has size 3}}
  %1 = tensor.cast %b : tensor<3xf32> to tensor<?xf32>
  // expected-warning @+1 {{'chlo.broadcast_add' op operands don't have broadcast-compatible shapes whenever this op runs}}
  %2 = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  call @right(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @right(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  call @left(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}

// -----

// The region need not run.
func.func @in_a_branch(%p: i1, %a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-note @+1 {{operand #0 dim 0 has size 2, operand #1 dim 0 has size 3}}
  %0 = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  // expected-note @+1 {{operand #1 dim 0 has size 3}}
  %1 = tensor.cast %b : tensor<3xf32> to tensor<?xf32>
  scf.if %p {
    // expected-warning @+1 {{'chlo.broadcast_add' op operands don't have broadcast-compatible shapes whenever this op runs}}
    %2 = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  }
  return
}

// -----

// The block need not run.
func.func @in_a_block(%p: i1, %a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-note @+1 {{operand #0 dim 0 has size 2, operand #1 dim 0 has size 3}}
  %0 = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  // expected-note @+1 {{operand #1 dim 0 has size 3}}
  %1 = tensor.cast %b : tensor<3xf32> to tensor<?xf32>
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  // expected-warning @+1 {{'chlo.broadcast_add' op operands don't have broadcast-compatible shapes whenever this op runs}}
  %2 = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  cf.br ^bb2
^bb2:
  return
}

// -----

// The body of a loop is walked several times, but warned of once.
func.func @in_a_loop(%n: index, %a: tensor<2xf32>, %b: tensor<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{operand #0 dim 0 has size 2, operand #1 dim 0 has size 3}}
  %0 = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  // expected-note @+1 {{operand #1 dim 0 has size 3}}
  %1 = tensor.cast %b : tensor<3xf32> to tensor<?xf32>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %0) -> tensor<?xf32> {
    // expected-warning @+1 {{'chlo.broadcast_add' op operands don't have broadcast-compatible shapes whenever this op runs}}
    %3 = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  }
  return
}

// -----

// No call satisfies both the assertion and the declared range.
// expected-error @+1 {{'func.func' op declares sizes that no call has: argument #0 dim 0 has size 3; 'n' is declared to be from 8 to 64}}
func.func @assertion_and_range(%a: tensor<?xf32> {bcast.dims = ["n"]}) attributes {bcast.ranges = {n = array<i64: 8, 64>}} {
  %0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.constant dense<3> : tensor<i32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // expected-note @+1 {{the sizes follow from this assertion}}
  stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "expected 3, got {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

// No call has equal sizes, though one name is declared for both; the function may not be called.
// expected-warning @+1 {{'func.func' op declares sizes that no call has: argument #1 dim 0 has size 3, argument #0 dim 0 has size 2; both are declared as 'n'}}
func.func private @different_sizes(%a: tensor<?xf32> {bcast.dims = ["n"]}, %b: tensor<?xf32> {bcast.dims = ["n"]}) {
  %0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %2 = stablehlo.compare EQ, %0, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.compare EQ, %1, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %4 = stablehlo.and %2, %3 : tensor<i1>
  // expected-note @+1 {{the sizes follow from this assertion}}
  stablehlo.custom_call @shape_assertion(%4) {api_version = 2 : i32, error_message = "expected 2 and 3", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

// Of several assertions, those are named from which the sizes follow.
// expected-error @+1 {{'func.func' op declares sizes that no call has: argument #1 dim 0 has size 3; 'n' is declared to be from 8 to 64}}
func.func @two_assertions(%a: tensor<?xf32>, %b: tensor<?xf32> {bcast.dims = ["n"]}) attributes {bcast.ranges = {n = array<i64: 8, 64>}} {
  %0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %2 = stablehlo.constant dense<2> : tensor<i32>
  %3 = stablehlo.constant dense<3> : tensor<i32>
  %4 = stablehlo.compare GE, %1, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%4, %1) {api_version = 2 : i32, error_message = "expected at least 2, got {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %5 = stablehlo.compare EQ, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // expected-note @+1 {{the sizes follow from this assertion}}
  stablehlo.custom_call @shape_assertion(%5, %0, %1) {api_version = 2 : i32, error_message = "{0} and {1} differ", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %6 = stablehlo.compare EQ, %0, %3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // expected-note @+1 {{the sizes follow from this assertion}}
  stablehlo.custom_call @shape_assertion(%6, %0) {api_version = 2 : i32, error_message = "expected 3, got {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

// Sizes may fit: there is nothing to report.
func.func @sizes_that_may_fit(%a: tensor<?xf32> {bcast.dims = ["n"]}, %b: tensor<3xf32>) -> tensor<3xf32> attributes {bcast.ranges = {n = array<i64: 1, 9>}} {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
