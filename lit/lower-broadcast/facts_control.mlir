// What is known of sizes through loops, branches and calls.
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

// Both values grow, and by the same: [s0], [s0] => [s1], [s1], which is not [s0].
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

// The values change places: what holds of one before the loop holds of neither
// after it, nor inside.
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

// Both branches hand on [s0]; the second argument is of one branch only.
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

// A loop of blocks: %a is handed on as it is, %b is not.
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

// What a function returns has the sizes of its argument, and its callers hand it
// two tensors of one size.
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
