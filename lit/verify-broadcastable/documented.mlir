// The trait's documented rules, which are the default. One function per
// constraint; each note repeats its id.
// RUN: bcast-lower --verify-only --split-input-file --verify-diagnostics %s

// Valid: exact matches, expansion, dynamic sizes, a result that is less or more specific than
// the inferred shape, unranked tensors.
func.func @valid(%a: tensor<1x2xf32>, %b: tensor<?xf32>, %c: tensor<1xf32>, %d: tensor<4xf32>, %e: tensor<2x3x4xf32>, %f: tensor<*xf32>) {
  %0 = chlo.broadcast_add %a, %a : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %1 = chlo.broadcast_add %b, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %c, %d : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = chlo.broadcast_add %d, %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  %4 = chlo.broadcast_add %d, %e : (tensor<4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %5 = chlo.broadcast_add %b, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>
  %6 = chlo.broadcast_add %d, %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  %7 = chlo.broadcast_add %f, %f : (tensor<*xf32>, tensor<*xf32>) -> tensor<2xf32>
  return
}

// -----

// expected-note @+1 {{operand #0 has size 3 in dim 0 (broadcastable_c4)}}
func.func @c4(%a: tensor<3xf32>,
    // expected-note @+1 {{operand #1 has size 2 in dim 0, but result dim 0 is already 3; expected 3 or 1 (broadcastable_c4)}}
    %b: tensor<2xf32>) {
  // expected-error @+1 {{'chlo.broadcast_add' op operands don't have broadcast-compatible shapes}}
  %0 = chlo.broadcast_add %a, %b : (tensor<3xf32>, tensor<2xf32>) -> tensor<?xf32>
  return
}

// -----

// expected-note @+1 {{operand #0 has the highest rank, 1 (broadcastable_c5)}}
func.func @c5(%a: tensor<3xf32>) {
  // expected-error @+2 {{'chlo.broadcast_add' op result type '1x3' not broadcast compatible with broadcasted operands's shapes '3'}}
  // expected-note @+1 {{result #0 has rank 2, but the operands broadcast to rank 1; expected rank 1 (broadcastable_c5)}}
  %0 = chlo.broadcast_add %a, %a : (tensor<3xf32>, tensor<3xf32>) -> tensor<1x3xf32>
  return
}

// -----

// expected-note @+1 {{operand #0 has size 1 in dim 0 (broadcastable_c6)}}
func.func @c6(%a: tensor<1xf32>) {
  // expected-error @+2 {{'chlo.broadcast_add' op result type '4' not broadcast compatible with broadcasted operands's shapes '1'}}
  // expected-note @+1 {{result #0 has size 4 in dim 0, but the operands broadcast to 1 there; expected 1 or ? (broadcastable_c6)}}
  %0 = chlo.broadcast_add %a, %a : (tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{expected one entry for each dim of operand #0 (broadcast_dimensions)}}
func.func @broadcast_dimensions(%a: tensor<3xf32>, %b: tensor<3x4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_add' op broadcast_dimensions has size 2, but operand #0 has rank 1}}
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0, 1>} : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  // expected-error @+2 {{'chlo.broadcast_add' op broadcast_dimensions entry 0 is 2, but the result has rank 2}}
  // expected-note @+1 {{each entry must be less than 2 (broadcast_dimensions)}}
  %1 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 2>} : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  // expected-error @+2 {{'chlo.broadcast_add' op broadcast_dimensions entry 1 is 0, which is not greater than 1}}
  // expected-note @+1 {{each entry must be greater than the one before it (broadcast_dimensions)}}
  %2 = chlo.broadcast_add %b, %b {broadcast_dimensions = array<i64: 1, 0>} : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}
