// The older, strict rules: a result dim may not be static where the inferred one
// is dynamic. The documented rules accept this file.
// RUN: bcast-lower --verify-only --trait-rules=strict --verify-diagnostics %s
// RUN: bcast-lower --pass-pipeline='builtin.module(func.func(verify-broadcastable{trait-rules=strict}))' --verify-diagnostics %s
// RUN: bcast-lower --verify-only %s 2>&1 | count 0
// RUN: bcast-lower --verify-broadcastable %s | FileCheck %s
// RUN: not bcast-lower --trait-rules=strict %s

// CHECK: chlo.broadcast_add
func.func @static_result(%a: tensor<?xf32>) { // expected-note {{operand #0 has size ? in dim 0}}
  // expected-error @+2 {{'chlo.broadcast_add' op result type '4' not broadcast compatible with broadcasted operands's shapes '?'}}
  // expected-note @+1 {{expected ? under the rules 'strict' (broadcastable_c6)}}
  %0 = chlo.broadcast_add %a, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>
  return
}
