// Guards on the sizes of arguments move to function entry.
// RUN: bcast-lower --hoist-assertions=on %s | FileCheck %s
// RUN: bcast-lower --hoist-assertions=on %s | bcast-lower --hoist-assertions=on | FileCheck %s
// RUN: not bcast-lower --hoist-assertions=on --facts=off %s 2>&1 | FileCheck %s --check-prefix=FACTS
// RUN: not bcast-lower --hoist-assertions=on --assertions=none %s 2>&1 | FileCheck %s --check-prefix=NONE

// FACTS: cannot be combined with 'facts=off'
// NONE: cannot be combined with 'assertions=none'

// A wrong call fails before the exponential; the second guard depends on the size that the
// first two sizes broadcast to.
// CHECK-LABEL: @before_any_work
// CHECK-COUNT-2: @shape_assertion
// CHECK: stablehlo.exponential
// CHECK-NOT: @shape_assertion
// CHECK: return
func.func @before_any_work(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.exponential %a : tensor<?xf32>
  %1 = chlo.broadcast_add %0, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_multiply %1, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// The size of a value that is not an argument is not known at entry.
// CHECK-LABEL: @not_of_arguments
// CHECK: stablehlo.custom_call @sizes
// CHECK: @shape_assertion
// CHECK: return
func.func @not_of_arguments(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @sizes(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %0, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Ops that may not be reached are checked in place.
// CHECK-LABEL: @in_a_branch
// CHECK-NOT: @shape_assertion
// CHECK: stablehlo.if
// CHECK: @shape_assertion
func.func @in_a_branch(%p: tensor<i1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %a : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The same for branches between blocks: only the first block is always reached.
// CHECK-LABEL: @in_a_block
// CHECK-NOT: @shape_assertion
// CHECK: ^bb1
// CHECK: @shape_assertion
func.func @in_a_block(%p: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  cf.cond_br %p, ^add, ^exit(%a : tensor<?xf32>)
^add:
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  cf.br ^exit(%0 : tensor<?xf32>)
^exit(%1: tensor<?xf32>):
  return %1 : tensor<?xf32>
}

// The first op is already lowered: a guard hoisted later is inserted before it too.
// CHECK-LABEL: @first_op
// CHECK-COUNT-2: @shape_assertion
// CHECK: stablehlo.add
// CHECK: stablehlo.multiply
func.func @first_op(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_multiply %a, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
