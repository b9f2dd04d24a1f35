// Loops whose sizes are not found out: guards stay that more walks would remove.
// RUN: bcast-lower %s | FileCheck %s

// In each iteration the sizes move on by one value, and another size comes in at the end. Finding out that
// nothing is kept would take more walks than are made, so nothing is known at once.
// CHECK-LABEL: @moving_on
// CHECK: scf.for
// CHECK: @shape_assertion
// CHECK: scf.yield
// CHECK: @shape_assertion
// CHECK: return
func.func @moving_on(%low: index, %high: index, %step: index, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0:7 = scf.for %i = %low to %high step %step iter_args(%a = %x, %b = %x, %c = %x, %d = %x, %e = %x, %f = %x, %g = %x)
      -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
    %1 = chlo.broadcast_add %a, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %b, %c, %d, %e, %f, %g, %y : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  }
  %2 = chlo.broadcast_add %0#0, %0#1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// The same in the first region of a loop, with another in the second one.
// CHECK-LABEL: @moving_on_in_two_parts
// CHECK: scf.while
// CHECK: @shape_assertion
// CHECK: scf.condition
// CHECK: @shape_assertion
// CHECK: scf.yield
// CHECK: @shape_assertion
// CHECK: return
func.func @moving_on_in_two_parts(%p: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0:7 = scf.while (%a = %x, %b = %x, %c = %x, %d = %x, %e = %x, %f = %x, %g = %x) : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
    %1 = chlo.broadcast_add %a, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.condition(%p) %a, %b, %c, %d, %e, %f, %g : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  } do {
  ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>, %d: tensor<?xf32>, %e: tensor<?xf32>, %f: tensor<?xf32>, %g: tensor<?xf32>):
    %1 = chlo.broadcast_add %a, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %b, %c, %d, %e, %f, %g, %y : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  }
  %2 = chlo.broadcast_add %0#0, %0#1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// The innermost loop is not walked ahead, because that would be done for each walk of those around it. What it
// keeps is not known, neither inside nor behind the loops.
// CHECK-LABEL: @deep_loops
// CHECK-COUNT-5: scf.for
// CHECK: @shape_assertion
// CHECK: scf.yield
// CHECK: @shape_assertion
// CHECK: return
func.func @deep_loops(%low: index, %high: index, %step: index, %x: tensor<?xf32>) -> tensor<?xf32> {
  %r0 = scf.for %i0 = %low to %high step %step iter_args(%a = %x) -> tensor<?xf32> {
    %r1 = scf.for %i1 = %low to %high step %step iter_args(%b = %a) -> tensor<?xf32> {
      %r2 = scf.for %i2 = %low to %high step %step iter_args(%c = %b) -> tensor<?xf32> {
        %r3 = scf.for %i3 = %low to %high step %step iter_args(%d = %c) -> tensor<?xf32> {
          %r4 = scf.for %i4 = %low to %high step %step iter_args(%e = %d) -> tensor<?xf32> {
            %s = chlo.broadcast_add %e, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
            scf.yield %e : tensor<?xf32>
          }
          scf.yield %r4 : tensor<?xf32>
        }
        scf.yield %r3 : tensor<?xf32>
      }
      scf.yield %r2 : tensor<?xf32>
    }
    scf.yield %r1 : tensor<?xf32>
  }
  %2 = chlo.broadcast_add %r0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
