// All violations of a file are reported in one run, and nothing is printed.
// RUN: bcast-lower --verify-diagnostics %s
// RUN: not bcast-lower %s 2>&1 | FileCheck %s --implicit-check-not=stablehlo

// CHECK: invalid.mlir:[[#@LINE+7]]:8: error: 'chlo.broadcast_add' op operands don't have broadcast-compatible shapes
// CHECK-NEXT: %0 = chlo.broadcast_add
// CHECK-NEXT: ^
// CHECK: note: operand #1 has size 3 in dim 0
func.func @incompatible(%a: tensor<2xf32>, // expected-note {{operand #0 has size 2 in dim 0 (broadcastable_c4)}}
    %b: tensor<3xf32>) -> tensor<2xf32> {  // expected-note {{operand #1 has size 3 in dim 0, but result dim 0 is already 2; expected 2 or 1 (broadcastable_c4)}}
  // expected-error @+1 {{'chlo.broadcast_add' op operands don't have broadcast-compatible shapes}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK: error: 'chlo.broadcast_subtract' op result type '4' not broadcast compatible with broadcasted operands's shapes '2'
func.func @result(%a: tensor<2xf32>) -> tensor<4xf32> { // expected-note {{operand #0 has size 2 in dim 0}}
  // expected-error @+2 {{'chlo.broadcast_subtract' op result type '4' not broadcast compatible with broadcasted operands's shapes '2'}}
  // expected-note @+1 {{result #0 has size 4 in dim 0, but the operands broadcast to 2 there; expected 2 or ? (broadcastable_c6)}}
  %0 = chlo.broadcast_subtract %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
