// Remarks describe the lowering of each op, and notes give the reasons and their origins; the
// program is not changed.
// RUN: bcast-lower --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(explain-broadcasts{allow-partial=on}))' %s | FileCheck %s
// RUN: not bcast-lower explain --split-input-file --allow-partial=on %s | FileCheck %s --check-prefix=TEXT

// [a, 4] x [b, 1] => [c, 4]
// CHECK-LABEL: func @a_guard_is_shown
// TEXT: chlo.broadcast_add in @a_guard_is_shown becomes stablehlo.add
// TEXT-NEXT: [a, 4] x [b, 1] => [c, 4]
func.func @a_guard_is_shown(%x: tensor<?x4xf32>, %y: tensor<?x1xf32>) -> tensor<?x4xf32> {
  // CHECK-NEXT: chlo.broadcast_add
  // expected-remark @+5 {{'chlo.broadcast_add' op becomes 'stablehlo.add': [a, 4] x [b, 1] => [c, 4]}}
  // expected-note @+4 {{dim 0: c = max(a, b), the greatest of operand #0 dim 0 and operand #1 dim 0; guard: a = b or min(a, b) = 1 (checked here)}}
  // expected-note @+3 {{dim 1: 4, that of operand #0 dim 1; no guard: all other operands have size 1 here, or no dim}}
  // expected-note @+2 {{operand #0: dynamic_broadcast_in_dim}}
  // expected-note @+1 {{operand #1: dynamic_broadcast_in_dim}}
  %0 = chlo.broadcast_add %x, %y : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: return
  return %0 : tensor<?x4xf32>
}

// -----

// [a] x [a] => [a]
// CHECK-LABEL: func @a_fact_is_shown_with_its_origin
// TEXT: chlo.broadcast_add in @a_fact_is_shown_with_its_origin
// TEXT: known from:
// TEXT-NEXT: stablehlo.transpose at {{.*}}remarks.mlir:[[@LINE+4]]:8
func.func @a_fact_is_shown_with_its_origin(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-note @+2 {{dim 0: known from stablehlo.transpose}}
  // expected-note @+1 {{dim 1: known from stablehlo.transpose}}
  %0 = stablehlo.transpose %x, dims = [0, 1] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-remark @+5 {{'chlo.broadcast_add' op becomes 'stablehlo.add': [a, b] x [a, b] => [a, b]}}
  // expected-note @+4 {{dim 0: a, that of operand #0 dim 0; no guard between operand #0 dim 0 and operand #1 dim 0}}
  // expected-note @+3 {{dim 1: b, that of operand #0 dim 1; no guard between operand #0 dim 1 and operand #1 dim 1}}
  // expected-note @+2 {{operand #0: used unchanged}}
  // expected-note @+1 {{operand #1: used unchanged}}
  %1 = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @remaining_ops_have_a_reason
// TEXT: chlo.broadcast_add in @remaining_ops_have_a_reason
// TEXT-NEXT: left unchanged: operand #0 has type 'tensor<*xf32>' of unknown rank
func.func @remaining_ops_have_a_reason(%u: tensor<*xf32>, %x: tensor<2xf32>) -> tensor<*xf32> {
  // expected-remark @+1 {{'chlo.broadcast_add' op is left unchanged: operand #0 has type 'tensor<*xf32>' of unknown rank; give the arguments' shapes first, as with --shapes}}
  %0 = chlo.broadcast_add %u, %x : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// [2] x [3]
// CHECK-NOT: func @invalid_ops_are_errors
// expected-note @+2 {{operand #0 has size 2 in dim 0}}
// expected-note @+1 {{operand #1 has size 3 in dim 0}}
func.func @invalid_ops_are_errors(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{operands don't have broadcast-compatible shapes}}
  %0 = chlo.broadcast_add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
