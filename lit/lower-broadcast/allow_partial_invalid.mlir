// Invalid ops are errors with allow-partial too.
// RUN: bcast-lower --verify-diagnostics=only-expected --allow-partial=on %s

// [2] x [3] => error
func.func @invalid_ops_are_errors(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{operands don't have broadcast-compatible shapes}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
