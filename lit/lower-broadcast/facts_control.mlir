// Facts about sizes through loops, branches and calls.
// RUN: bcast-lower %s | FileCheck %s

// The loop's value keeps its size: [s0] => [s0].
// CHECK-LABEL: @loop
// CHECK-NOT: @shape_assertion
// CHECK-NOT: broadcast_in_dim
// CHECK: return
func.func @loop(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<?xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = chlo.broadcast_multiply %y, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
  }
  %3 = chlo.broadcast_add %0#1, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// Both values grow equally: [s0], [s0] => [s1], [s1], which is not [s0].
// CHECK-LABEL: @growing
// CHECK: stablehlo.while
// CHECK-NOT: @shape_assertion
// CHECK: %[[SUM:.*]] = stablehlo.add %{{.*}}#1, %{{.*}}#2
// CHECK: @shape_assertion
// CHECK: return
func.func @growing(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %k = %x, %v = %x) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.concatenate %k, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %3 = chlo.broadcast_add %k, %v : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %4 = stablehlo.concatenate %3, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1, %2, %4 : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }
  %5 = chlo.broadcast_add %0#1, %0#2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %6 = chlo.broadcast_add %5, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %6 : tensor<?xf32>
}

// The values are swapped: facts about one before the loop hold for neither inside or after it.
// CHECK-LABEL: @swapped
// CHECK: stablehlo.while
// CHECK: @shape_assertion
// CHECK: stablehlo.return
// CHECK: @shape_assertion
// CHECK: return
func.func @swapped(%n: tensor<i32>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = chlo.broadcast_add %a, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1, %b, %a : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }
  %3 = chlo.broadcast_add %0#1, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// A loop in a loop.
// CHECK-LABEL: @nested_loops
// CHECK-NOT: @shape_assertion
// CHECK-NOT: broadcast_in_dim
// CHECK: return
func.func @nested_loops(%low: index, %high: index, %step: index, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.for %i = %low to %high step %step iter_args(%a = %x) -> tensor<?xf32> {
    %1 = scf.for %j = %low to %high step %step iter_args(%b = %a) -> tensor<?xf32> {
      %2 = chlo.broadcast_add %b, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      scf.yield %2 : tensor<?xf32>
    }
    %3 = chlo.broadcast_multiply %1, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  }
  %4 = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %4 : tensor<?xf32>
}

// The first region passes on [s0] and something longer; the second one yields [s0] again.
// CHECK-LABEL: @while_of_two_parts
// CHECK-NOT: @shape_assertion
// CHECK-NOT: broadcast_in_dim
// CHECK: return
func.func @while_of_two_parts(%n: index, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.while (%i = %c0, %y = %x) : (index, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, index) {
    %p = arith.cmpi slt, %i, %n : index
    %1 = chlo.broadcast_add %y, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %2 = stablehlo.concatenate %1, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.condition(%p) %1, %2, %i : tensor<?xf32>, tensor<?xf32>, index
  } do {
  ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>, %j: index):
    %k = arith.addi %j, %c1 : index
    %3 = chlo.broadcast_add %a, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %k, %3 : index, tensor<?xf32>
  }
  %3 = chlo.broadcast_add %0#0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// The first region passes on two growing tensors of equal size: only that they are equal is
// known, inside the loop and after it.
// CHECK-LABEL: @while_that_grows
// CHECK: scf.condition
// CHECK-NOT: @shape_assertion
// CHECK: scf.yield
// CHECK-NOT: @shape_assertion
// CHECK: stablehlo.add %{{.*}}#0, %{{.*}}#1
// CHECK: @shape_assertion
// CHECK: return
func.func @while_that_grows(%p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = scf.while (%y = %x) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
    %1 = stablehlo.concatenate %y, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %2 = stablehlo.negate %1 : tensor<?xf32>
    scf.condition(%p) %1, %2 : tensor<?xf32>, tensor<?xf32>
  } do {
  ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
    %1 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  %3 = chlo.broadcast_add %0#0, %0#1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %4 = chlo.broadcast_add %3, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %4 : tensor<?xf32>
}

// The loop carries nothing.
// CHECK-LABEL: @while_of_nothing
// CHECK: @shape_assertion
// CHECK: return
func.func @while_of_nothing(%p: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  scf.while : () -> () {
    scf.condition(%p)
  } do {
    %1 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield
  }
  %2 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// Both branches pass on [s0]; the second argument comes from only one branch.
// CHECK-LABEL: @blocks
// CHECK: ^bb3(%[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>):
// CHECK-NOT: @shape_assertion
// CHECK: stablehlo.add %[[A]], %arg1
// CHECK: @shape_assertion
// CHECK: return
func.func @blocks(%condition: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  cf.cond_br %condition, ^left, ^right
^left:
  %0 = stablehlo.negate %x : tensor<?xf32>
  cf.br ^join(%0, %x : tensor<?xf32>, tensor<?xf32>)
^right:
  cf.br ^join(%x, %y : tensor<?xf32>, tensor<?xf32>)
^join(%a: tensor<?xf32>, %b: tensor<?xf32>):
  %1 = chlo.broadcast_add %a, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %b, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// A loop of blocks: %a is passed on unchanged, %b is not.
// CHECK-LABEL: @block_loop
// CHECK: ^bb1(%[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>):
// CHECK-NOT: @shape_assertion
// CHECK: stablehlo.add %[[A]], %arg1
// CHECK: @shape_assertion
// CHECK: return
func.func @block_loop(%condition: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  cf.br ^loop(%x, %x : tensor<?xf32>, tensor<?xf32>)
^loop(%a: tensor<?xf32>, %b: tensor<?xf32>):
  %0 = chlo.broadcast_add %a, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %b, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = stablehlo.concatenate %b, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  cf.cond_br %condition, ^loop(%a, %2 : tensor<?xf32>, tensor<?xf32>), ^exit
^exit:
  return %0 : tensor<?xf32>
}

// A function's result has the sizes of its argument, and its callers pass two tensors of equal
// size.
// CHECK-LABEL: func.func private @callee(
// CHECK-NOT: @shape_assertion
// CHECK: return
func.func private @callee(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @caller(
// CHECK-NOT: @shape_assertion
// CHECK: return
func.func @caller(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.negate %x : tensor<?xf32>
  %1 = call @callee(%x, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = call @callee(%y, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = call @identity(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %4 = chlo.broadcast_add %3, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %4, %2 : tensor<?xf32>, tensor<?xf32>
}

// A public function may have other callers; its result is still known.
// CHECK-LABEL: func.func @identity(
func.func @identity(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}

// Calls that disagree, a function that is public, and one that calls itself.
// CHECK-LABEL: func.func private @disagreed(
// CHECK: @shape_assertion
// CHECK-LABEL: func.func @public(
// CHECK: @shape_assertion
// CHECK-LABEL: func.func private @recursive(
// CHECK: @shape_assertion
// CHECK-LABEL: func.func @other_caller(
func.func private @disagreed(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
func.func @public(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
func.func private @recursive(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.concatenate %b, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  call @recursive(%b, %1) : (tensor<?xf32>, tensor<?xf32>) -> ()
  return
}
func.func @other_caller(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  call @disagreed(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> ()
  call @disagreed(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> ()
  call @public(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> ()
  call @recursive(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> ()
  return
}

// [1] x [s0] in the called function, as lowered: with s0 = 0 its result has size 0, although a
// guard would reject sizes that are not known to be 1.
// CHECK-LABEL: @at_most_one
// CHECK-NOT: chlo.broadcast_add: operand
// CHECK-LABEL: @of_one
// CHECK: call @at_most_one
// CHECK: chlo.broadcast_add: operand #0 dim 0
// CHECK: return
func.func private @at_most_one(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.compare LE, %1, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2) {api_version = 2 : i32, error_message = "at most 1", has_side_effect = true} : (tensor<i1>) -> ()
  return %0 : tensor<?xf32>
}
func.func @of_one(%b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %size = stablehlo.constant dense<1> : tensor<1xi32>
  %one = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = func.call @at_most_one(%one, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %0, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// The same for loops: the fourth one is nested too deeply for the trial to find that %r4 has
// size 1. So it is not known that %r1 has the size of %b.
// CHECK-LABEL: @loops_of_one
// CHECK: chlo.broadcast_add: operand #0 dim 0
// CHECK: return
func.func @loops_of_one(%b: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %size = stablehlo.constant dense<1> : tensor<1xi32>
  %k = stablehlo.constant dense<1> : tensor<i32>
  %one = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %r1 = stablehlo.while(%i1 = %b) : tensor<?xf32> cond { stablehlo.return %p : tensor<i1> } do {
    %r2 = stablehlo.while(%i2 = %b) : tensor<?xf32> cond { stablehlo.return %p : tensor<i1> } do {
      %r3 = stablehlo.while(%i3 = %b) : tensor<?xf32> cond { stablehlo.return %p : tensor<i1> } do {
        %r4 = stablehlo.while(%i4 = %one) : tensor<?xf32> cond { stablehlo.return %p : tensor<i1> } do {
          %0 = stablehlo.negate %i4 : tensor<?xf32>
          stablehlo.return %0 : tensor<?xf32>
        }
        %1 = chlo.broadcast_add %r4, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
        %2 = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?xf32>) -> tensor<i32>
        %3 = stablehlo.compare LE, %2, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.custom_call @shape_assertion(%3) {api_version = 2 : i32, error_message = "at most 1", has_side_effect = true} : (tensor<i1>) -> ()
        stablehlo.return %r4 : tensor<?xf32>
      }
      stablehlo.return %r3 : tensor<?xf32>
    }
    stablehlo.return %r2 : tensor<?xf32>
  }
  %4 = chlo.broadcast_add %r1, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %4 : tensor<?xf32>
}
