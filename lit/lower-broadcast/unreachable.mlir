// RUN: bcast-lower %s --pass-pipeline='builtin.module(lower-broadcast{assertions=shape})' | FileCheck %s -enable-var-scope
// RUN: bcast-lower %s --pass-pipeline='builtin.module(lower-broadcast{facts=off})' | FileCheck %s -enable-var-scope
// RUN: bcast-lower %s --pass-pipeline='builtin.module(simplify-broadcasts,legalize-for-iree)' | FileCheck %s -enable-var-scope --check-prefix=LATER
// RUN: bcast-lower explain %s | FileCheck %s -enable-var-scope --check-prefix=EXPLAIN

// Unreachable blocks are unchanged, because an op may use its own result there.

// [?] x [?] => [?]
func.func @op_that_uses_its_own_result(%a: tensor<?xf32>) {
  // CHECK-LABEL: @op_that_uses_its_own_result
  // CHECK: ^bb1:
  // CHECK-NEXT: %[[R:.*]] = chlo.broadcast_add %arg0, %[[R]] :
  // CHECK-NEXT: cf.br ^bb1
  return
^bb1:
  %0 = chlo.broadcast_add %a, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  cf.br ^bb1
}

// [?] x [?] => [?]
func.func @ops_that_use_each_other(%a: tensor<?xf32>) {
  // CHECK-LABEL: @ops_that_use_each_other
  // CHECK: ^bb1:
  // CHECK-NEXT: %[[X:.*]] = chlo.broadcast_add %arg0, %[[Y:.*]] :
  // CHECK-NEXT: cf.br ^bb2
  // CHECK: ^bb2:
  // CHECK-NEXT: %[[Y]] = chlo.broadcast_add %arg0, %[[X]] :
  // CHECK-NEXT: cf.br ^bb1
  return
^bb1:
  %0 = chlo.broadcast_add %a, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  cf.br ^bb2
^bb2:
  %1 = chlo.broadcast_add %a, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  cf.br ^bb1
}

// Ops around and after such a block are lowered. [?] x [] => [?]
func.func @reachable_op_after(%a: tensor<?xf32>, %b: tensor<f32>) -> tensor<?xf32> {
  // CHECK-LABEL: @reachable_op_after
  // CHECK: ^bb1:
  // CHECK-NEXT: scf.execute_region
  // CHECK-NEXT: chlo.broadcast_add
  // CHECK: ^bb2:
  // CHECK-NOT: chlo.
  // CHECK: stablehlo.subtract
  cf.br ^bb2
^bb1:
  scf.execute_region {
    %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    scf.yield
  }
  cf.br ^bb2
^bb2:
  %1 = chlo.broadcast_subtract %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// EXPLAIN-NOT: chlo.broadcast_add
// EXPLAIN: chlo.broadcast_subtract
// EXPLAIN-NOT: chlo.broadcast_add

// [?] => [?]
func.func @broadcast_of_itself(%s: tensor<1xindex>) {
  // LATER-LABEL: @broadcast_of_itself
  // LATER: ^bb1:
  // LATER-NEXT: %[[R:.*]] = stablehlo.dynamic_broadcast_in_dim %[[R]], %arg0, dims = [0]
  // LATER-NEXT: cf.br ^bb1
  return
^bb1:
  %0 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  cf.br ^bb1
}
