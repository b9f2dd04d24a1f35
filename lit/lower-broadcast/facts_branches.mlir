// Conditions checked in each branch are known after all of them.
// RUN: bcast-lower %s | FileCheck %s
// RUN: bcast-lower %s | bcast-lower | FileCheck %s

// Each branch checks that the sizes are compatible: by a guard, or by its own assertion.
// CHECK-LABEL: @in_both
// CHECK-COUNT-2: @shape_assertion
// CHECK-NOT: @shape_assertion
// CHECK: return
func.func @in_both(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    %1 = chlo.broadcast_multiply %y, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %2 = chlo.broadcast_subtract %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// One of three branches checks nothing.
// CHECK-LABEL: @in_two_of_three
// CHECK-COUNT-3: @shape_assertion
// CHECK: return
func.func @in_two_of_three(%i: tensor<i32>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }, {
    %1 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// Only one branch.
// CHECK-LABEL: @without_else
// CHECK-COUNT-2: @shape_assertion
// CHECK: return
func.func @without_else(%p: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  scf.if %p {
    %1 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield
  }
  %2 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// One branch checks it in a loop that may not run, the other one in a nested branch.
// CHECK-LABEL: @further_inside
// CHECK-COUNT-3: @shape_assertion
// CHECK: return
func.func @further_inside(%p: i1, %n: index, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %p {
    scf.for %i = %c0 to %n step %c1 {
      %1 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      scf.yield
    }
    scf.yield
  } else {
    scf.execute_region {
      %1 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      scf.yield
    }
    scf.yield
  }
  %2 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// Branches in branches: each of the four ends checks it.
// CHECK-LABEL: @nested
// CHECK-COUNT-4: @shape_assertion
// CHECK-NOT: @shape_assertion
// CHECK: return
func.func @nested(%p: i1, %q: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  scf.if %p {
    scf.if %q {
      %1 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      scf.yield
    } else {
      %1 = chlo.broadcast_add %y, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      scf.yield
    }
    scf.yield
  } else {
    scf.if %q {
      %1 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      scf.yield
    } else {
      %1 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      scf.yield
    }
    scf.yield
  }
  %2 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// Both branches check that |x| = 2 * |y|, with separate computations, and that |x| >= |z|.
// CHECK-LABEL: @computed
// CHECK-NOT: chlo.broadcast_add: operand
// CHECK: return
func.func @computed(%p: i1, %x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %k = stablehlo.get_dimension_size %z, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  scf.if %p {
    %1 = stablehlo.concatenate %y, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %2 = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %3 = stablehlo.compare EQ, %2, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3) {api_version = 2 : i32, error_message = "twice", has_side_effect = true} : (tensor<i1>) -> ()
    %4 = stablehlo.compare GE, %n, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%4) {api_version = 2 : i32, error_message = "order", has_side_effect = true} : (tensor<i1>) -> ()
    scf.yield
  } else {
    %1 = stablehlo.concatenate %y, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %2 = stablehlo.add %1, %x : tensor<?xf32>
    %4 = stablehlo.compare LE, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%4) {api_version = 2 : i32, error_message = "order", has_side_effect = true} : (tensor<i1>) -> ()
    scf.yield
  }
  %1 = stablehlo.concatenate %y, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %1, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %greatest = stablehlo.maximum %n, %k : tensor<i32>
  %shape = stablehlo.reshape %greatest : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %4 = chlo.broadcast_add %2, %3 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %4 : tensor<?xf32>
}

// A fact that holds in one branch by its condition, and is checked in the other.
// CHECK-LABEL: @decided
// CHECK-NOT: chlo.broadcast_add: operand
// CHECK: return
func.func @decided(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    stablehlo.custom_call @shape_assertion(%p) {api_version = 2 : i32, error_message = "never", has_side_effect = true} : (tensor<i1>) -> ()
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Sizes computed in the branches are different sizes.
// CHECK-LABEL: @of_their_own
// CHECK-COUNT-3: chlo.broadcast_add: operand
// CHECK: return
func.func @of_their_own(%p: i1, %x: tensor<?xf32>, %i: tensor<?xi1>) -> tensor<?xf32> {
  %0 = scf.if %p -> tensor<?xf32> {
    %1 = stablehlo.custom_call @any(%i) : (tensor<?xi1>) -> tensor<?xf32>
    %2 = chlo.broadcast_add %1, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    %1 = stablehlo.custom_call @any(%i) : (tensor<?xi1>) -> tensor<?xf32>
    %2 = chlo.broadcast_add %1, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  %3 = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// A witness orders nothing outside the region that uses it.
// CHECK-LABEL: @assuming
// CHECK: chlo.broadcast_add: operand
// CHECK: return
func.func @assuming(%p: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.cstr_require %p, "it holds"
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    %1 = stablehlo.add %x, %y : tensor<?xf32>
    shape.assuming_yield %1 : tensor<?xf32>
  }
  %2 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
