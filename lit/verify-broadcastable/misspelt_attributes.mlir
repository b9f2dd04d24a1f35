// MLIR keeps any attribute on an op. An unused attribute whose name resembles that of a used
// one gets a warning, once per op.
// RUN: bcast-lower --verify-only --verify-diagnostics %s
// RUN: bcast-lower --verify-diagnostics %s | FileCheck %s
// RUN: bcast-lower explain %s 2>&1 | FileCheck %s --check-prefix=EXPLAIN

// EXPLAIN-COUNT-4: warning:
// EXPLAIN-NOT: warning:

// The attribute is carried over without effect: dims are aligned to the right.
// CHECK-LABEL: @dimensions
// CHECK: stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<3x3xf32>
func.func @dimensions(%a: tensor<3x3xf32>, %b: tensor<3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  // expected-warning @+1 {{'chlo.broadcast_add' op has attribute 'broadcast_dimension', which it does not use; did you mean 'broadcast_dimensions'?}}
  %0 = chlo.broadcast_add %a, %b {broadcast_dimension = array<i64: 0>} : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  // Each of several equal ops gets a warning.
  // expected-warning @+1 {{'chlo.broadcast_add' op has attribute 'broadcast_dimension', which it does not use; did you mean 'broadcast_dimensions'?}}
  %1 = chlo.broadcast_add %a, %b {broadcast_dimension = array<i64: 0>} : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}

func.func @comparison(%a: tensor<3xf32>) -> tensor<3xi1> {
  // expected-warning @+2 {{has attribute 'broadcast_dimensons', which it does not use; did you mean 'broadcast_dimensions'?}}
  // expected-warning @+1 {{has attribute 'compare_typ', which it does not use; did you mean 'compare_type'?}}
  %0 = chlo.broadcast_compare %a, %a {compare_typ = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>, broadcast_dimensons = array<i64: 0>} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// Attributes with other names, or with a dialect prefix, are ignored.
func.func @others(%a: tensor<3xf32>, %b: tensor<f32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_add %a, %b {note = "x", mhlo.broadcast_dimension = 1, broadcast_dimensions = array<i64>} : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
