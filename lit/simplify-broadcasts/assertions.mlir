// RUN: bcast-lower --pass-pipeline='builtin.module(simplify-broadcasts,canonicalize,cse)' %s | FileCheck %s

// a = b, b = c => a = c: only the last assertion follows from the others.
// CHECK-LABEL: func.func @equality_is_transitive
func.func @equality_is_transitive(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) {
  // CHECK: error_message = "a = b"
  // CHECK: error_message = "b = c"
  // CHECK-NOT: shape_assertion
  // CHECK: return
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.get_dimension_size %z, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%0) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
  %1 = stablehlo.compare EQ, %b, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1) {api_version = 2 : i32, error_message = "b = c", has_side_effect = true} : (tensor<i1>) -> ()
  %2 = stablehlo.compare EQ, %a, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2) {api_version = 2 : i32, error_message = "a = c", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// The sizes of a sliced carrier are those of the slice, and of what is computed from it.
// CHECK-LABEL: func.func @sizes_that_ops_pass_on
func.func @sizes_that_ops_pass_on(%x: tensor<?x4xf32>, %c: tensor<?x16xf32>) {
  // CHECK-NOT: cf.assert
  // CHECK: return
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?x4xf32>
  %0 = tensor.extract_slice %c[0, 0] [%n, 4] [1, 1] : tensor<?x16xf32> to tensor<?x4xf32>
  %1 = stablehlo.negate %0 : tensor<?x4xf32>
  %m = tensor.dim %1, %zero : tensor<?x4xf32>
  %2 = arith.cmpi eq, %m, %n : index
  cf.assert %2, "the slice has as many rows"
  return
}

// a = b => a = b or a = 1, a = b or b = 1, a * 2 = b * 2, min(a, b) = max(a, b); not a = 1.
// CHECK-LABEL: func.func @equality_implies
func.func @equality_implies(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  // CHECK: cf.assert %{{.*}}, "a = b"
  // CHECK: cf.assert %{{.*}}, "a = 1"
  // CHECK-NOT: cf.assert
  // CHECK: return
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p0 = tensor.extract %0[] : tensor<i1>
  cf.assert %p0, "a = b"
  %1 = stablehlo.compare EQ, %a, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = stablehlo.compare EQ, %b, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.compare EQ, %b, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %4 = stablehlo.or %3, %1 : tensor<i1>
  %p4 = tensor.extract %4[] : tensor<i1>
  cf.assert %p4, "a = b or a = 1"
  %5 = stablehlo.or %4, %2 : tensor<i1>
  %p5 = tensor.extract %5[] : tensor<i1>
  cf.assert %p5, "a = b or a = 1 or b = 1"
  %6 = stablehlo.multiply %a, %two : tensor<i32>
  %7 = stablehlo.multiply %two, %b : tensor<i32>
  %8 = stablehlo.compare EQ, %6, %7 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %9 = stablehlo.and %8, %3 : tensor<i1>
  %p9 = tensor.extract %9[] : tensor<i1>
  cf.assert %p9, "2 a = 2 b and b = a"
  %10 = stablehlo.minimum %a, %b : tensor<i32>
  %11 = stablehlo.maximum %a, %b : tensor<i32>
  %12 = stablehlo.compare EQ, %10, %11 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p12 = tensor.extract %12[] : tensor<i1>
  cf.assert %p12, "min(a, b) = max(a, b)"
  %p1 = tensor.extract %1[] : tensor<i1>
  cf.assert %p1, "a = 1"
  return
}

// Neither of these checks implies the other.
// CHECK-LABEL: func.func @weaker_conditions_do_not_imply_stronger_ones
func.func @weaker_conditions_do_not_imply_stronger_ones(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) {
  // CHECK-COUNT-5: shape_assertion
  %one = stablehlo.constant dense<1> : tensor<i32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.get_dimension_size %z, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %a1 = stablehlo.compare EQ, %a, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %b1 = stablehlo.compare EQ, %b, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c1 = stablehlo.compare EQ, %c, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %ab = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %bc = stablehlo.compare EQ, %b, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %ac = stablehlo.compare EQ, %a, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = stablehlo.or %a1, %b1 : tensor<i1>
  %1 = stablehlo.or %0, %ab : tensor<i1>
  stablehlo.custom_call @shape_assertion(%1) {api_version = 2 : i32, error_message = "a, b compatible", has_side_effect = true} : (tensor<i1>) -> ()
  %2 = stablehlo.or %b1, %c1 : tensor<i1>
  %3 = stablehlo.or %2, %bc : tensor<i1>
  stablehlo.custom_call @shape_assertion(%3) {api_version = 2 : i32, error_message = "b, c compatible", has_side_effect = true} : (tensor<i1>) -> ()
  %4 = stablehlo.or %a1, %c1 : tensor<i1>
  %5 = stablehlo.or %4, %ac : tensor<i1>
  stablehlo.custom_call @shape_assertion(%5) {api_version = 2 : i32, error_message = "a, c compatible", has_side_effect = true} : (tensor<i1>) -> ()
  %6 = stablehlo.or %a1, %ab : tensor<i1>
  stablehlo.custom_call @shape_assertion(%6) {api_version = 2 : i32, error_message = "a broadcasts to b", has_side_effect = true} : (tensor<i1>) -> ()
  stablehlo.custom_call @shape_assertion(%ab) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// An op's requirements on its operands are not checks: the assertion is the only guard.
// CHECK-LABEL: func.func @facts_from_ops_are_not_checks
func.func @facts_from_ops_are_not_checks(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: shape_assertion
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
  return %0 : tensor<?xf32>
}

// An op's definition of its result is not a requirement, and sizes that no assertion uses are
// replaced.
// CHECK-LABEL: func.func @other_sizes_are_replaced
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>
func.func @other_sizes_are_replaced(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<i32>) {
  // CHECK: %[[A:.*]] = stablehlo.get_dimension_size %[[X]]
  // CHECK: %[[B:.*]] = stablehlo.get_dimension_size %[[Y]]
  // CHECK: stablehlo.compare EQ, %[[A]], %[[B]]
  // CHECK: return %{{.*}}, %[[A]]
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %again = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.compare EQ, %again, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
  return %0, %c : tensor<?xf32>, tensor<i32>
}

// Such an assertion checks declared symbols.
// CHECK-LABEL: func.func @declared_symbols_are_not_checks
func.func @declared_symbols_are_not_checks(%x: tensor<?xf32> {bcast.dims = ["n"]}, %y: tensor<?xf32> {bcast.dims = ["n"]}) {
  // CHECK: shape_assertion
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// Types, constants and bounds imply conditions; of bounds, only weaker ones.
// CHECK-LABEL: func.func @types_and_bounds
func.func @types_and_bounds(%x: tensor<4xf32>, %y: tensor<?xf32>) {
  // CHECK: error_message = "b >= 3"
  // CHECK-NEXT: error_message = "b >= 4"
  // CHECK-NOT: shape_assertion
  // CHECK: return
  %three = stablehlo.constant dense<3> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<4xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.compare EQ, %a, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = stablehlo.compare GE, %b, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = stablehlo.compare GT, %b, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.compare LE, %three, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%true) {api_version = 2 : i32, error_message = "true", has_side_effect = true} : (tensor<i1>) -> ()
  stablehlo.custom_call @shape_assertion(%0) {api_version = 2 : i32, error_message = "a = 4", has_side_effect = true} : (tensor<i1>) -> ()
  stablehlo.custom_call @shape_assertion(%1) {api_version = 2 : i32, error_message = "b >= 3", has_side_effect = true} : (tensor<i1>) -> ()
  stablehlo.custom_call @shape_assertion(%2) {api_version = 2 : i32, error_message = "b >= 4", has_side_effect = true} : (tensor<i1>) -> ()
  stablehlo.custom_call @shape_assertion(%3) {api_version = 2 : i32, error_message = "3 <= b", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// A duplicate is removed, whatever it checks, if the first one dominates it; it is not removed
// in another branch or after a branch that has it.
// CHECK-LABEL: func.func @only_assertions_that_dominate
func.func @only_assertions_that_dominate(%p: tensor<i1>, %q: tensor<i1>, %r: tensor<i1>) {
  // CHECK: cf.assert %{{.*}}, "p"
  // CHECK: stablehlo.if
  // CHECK-NEXT: cf.assert %{{.*}}, "q in a branch"
  // CHECK: cf.assert %{{.*}}, "q in the other branch"
  // CHECK: cf.assert %{{.*}}, "q"
  // CHECK-NEXT: return
  %0 = tensor.extract %p[] : tensor<i1>
  %1 = tensor.extract %q[] : tensor<i1>
  cf.assert %0, "p"
  "stablehlo.if"(%r) ({
    cf.assert %0, "p again"
    cf.assert %1, "q in a branch"
    stablehlo.return
  }, {
    cf.assert %1, "q in the other branch"
    cf.assert %1, "q in the other branch again"
    stablehlo.return
  }) : (tensor<i1>) -> ()
  cf.assert %1, "q"
  return
}

// A float may be a NaN.
// CHECK-LABEL: func.func @floats_may_differ_from_themselves
func.func @floats_may_differ_from_themselves(%x: tensor<f64>) {
  // CHECK: cf.assert
  %0 = stablehlo.compare EQ, %x, %x : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %1 = tensor.extract %0[] : tensor<i1>
  cf.assert %1, "x is a number"
  return
}

// Comparisons in arith are used too, except unsigned ones.
// CHECK-LABEL: func.func @comparisons_in_arith
func.func @comparisons_in_arith(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  // CHECK: cf.assert %{{.*}}, "a = b"
  // CHECK-NEXT: arith.cmpi ule
  // CHECK-NEXT: cf.assert %{{.*}}, "a <= b, unsigned"
  // CHECK-NEXT: return
  %zero = arith.constant 0 : index
  %a = tensor.dim %x, %zero : tensor<?xf32>
  %b = tensor.dim %y, %zero : tensor<?xf32>
  %0 = arith.cmpi eq, %a, %b : index
  cf.assert %0, "a = b"
  %1 = arith.cmpi sle, %a, %b : index
  cf.assert %1, "a <= b"
  %2 = arith.cmpi ne, %a, %b : index
  %true = arith.constant true
  %3 = arith.xori %2, %true : i1
  %4 = arith.andi %1, %3 : i1
  cf.assert %4, "a <= b and not a != b"
  %5 = arith.cmpi ule, %a, %b : index
  cf.assert %5, "a <= b, unsigned"
  return
}

// What is known of one element of a row of truth values is not known of another.
// CHECK-LABEL: @other_elements
// CHECK: cf.assert %{{.*}}, "rows differ"
// CHECK: cf.assert %{{.*}}, "columns differ"
// CHECK-NOT: cf.assert
// CHECK: return
func.func @other_elements(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %t = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %e = arith.cmpi eq, %s, %t : tensor<2xindex>
  %p = tensor.extract %e[%c0] : tensor<2xi1>
  %q = tensor.extract %e[%c1] : tensor<2xi1>
  cf.assert %p, "rows differ"
  cf.assert %q, "columns differ"
  cf.assert %p, "rows differ still"
  return %x : tensor<?x?xf32>
}

// Of a row of one element, the element is all.
// CHECK-LABEL: @only_element
// CHECK-COUNT-1: cf.assert
// CHECK-NOT: cf.assert
// CHECK: return
func.func @only_element(%e: tensor<1xi1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %p = tensor.extract %e[%c0] : tensor<1xi1>
  cf.assert %p, "first"
  %r = stablehlo.reshape %e : (tensor<1xi1>) -> tensor<i1>
  %q = tensor.extract %r[] : tensor<i1>
  cf.assert %q, "again"
  return %x : tensor<?xf32>
}

// A bit that is set is -1 where it is extended with its sign: this always fails if %p holds.
// CHECK-LABEL: @signed_bits
// CHECK: cf.assert
// CHECK: return
func.func @signed_bits(%p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %true = arith.constant true
  %false = arith.constant false
  %c0 = arith.constant 0 : i32
  %s = arith.select %p, %true, %false : i1
  %e = arith.extsi %s : i1 to i32
  %ok = arith.cmpi sge, %e, %c0 : i32
  cf.assert %ok, "it is not negative"
  return %x : tensor<?xf32>
}

// CHECK-LABEL: @signed_bits_of_branches
// CHECK: cf.assert %{{.*}}, "it is not negative"
// CHECK: cf.assert %{{.*}}, "it is at most the other"
// CHECK: return
func.func @signed_bits_of_branches(%p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %true = arith.constant true
  %false = arith.constant false
  %c0 = arith.constant 0 : i32
  %s = scf.if %p -> i1 {
    %t = func.call @touch(%true) : (i1) -> i1
    scf.yield %true : i1
  } else {
    scf.yield %false : i1
  }
  %e = arith.extsi %s : i1 to i32
  %ok = arith.cmpi sge, %e, %c0 : i32
  cf.assert %ok, "it is not negative"
  %less = arith.cmpi sge, %s, %false : i1
  cf.assert %less, "it is at most the other"
  return %x : tensor<?xf32>
}
func.func private @touch(i1) -> i1

// What a branch has checked holds in it only.
// CHECK-LABEL: @checked_in_a_branch
// CHECK: cf.assert %{{.*}}, "in the branch"
// CHECK: cf.assert %{{.*}}, "behind it"
// CHECK-NOT: cf.assert
func.func @checked_in_a_branch(%p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  scf.if %p {
    %ok = arith.cmpi sge, %n, %c4 : index
    cf.assert %ok, "in the branch"
  }
  %ok = arith.cmpi sge, %n, %c4 : index
  cf.assert %ok, "behind it"
  %again = arith.cmpi sge, %n, %c4 : index
  cf.assert %again, "again"
  return %x : tensor<?xf32>
}

// n != 0 => n >= 1; n <= 7 and n != 7 => n <= 6; not n <= 1.
// CHECK-LABEL: func.func @bounds_that_are_excluded
func.func @bounds_that_are_excluded(%x: tensor<?xf32>) {
  // CHECK: error_message = "n != 0"
  // CHECK-NOT: error_message = "n >= 1"
  // CHECK: error_message = "n <= 7"
  // CHECK: error_message = "n != 7"
  // CHECK-NOT: error_message = "n <= 6"
  // CHECK: error_message = "n <= 1"
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.compare NE, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%0) {api_version = 2 : i32, error_message = "n != 0", has_side_effect = true} : (tensor<i1>) -> ()
  %1 = stablehlo.compare GE, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1) {api_version = 2 : i32, error_message = "n >= 1", has_side_effect = true} : (tensor<i1>) -> ()
  %2 = stablehlo.compare LE, %n, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2) {api_version = 2 : i32, error_message = "n <= 7", has_side_effect = true} : (tensor<i1>) -> ()
  %3 = stablehlo.compare NE, %n, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%3) {api_version = 2 : i32, error_message = "n != 7", has_side_effect = true} : (tensor<i1>) -> ()
  %4 = stablehlo.compare LE, %n, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%4) {api_version = 2 : i32, error_message = "n <= 6", has_side_effect = true} : (tensor<i1>) -> ()
  %5 = stablehlo.compare LE, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%5) {api_version = 2 : i32, error_message = "n <= 1", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// What has been checked in front of a branch is known behind it.
// CHECK-LABEL: func.func @around_a_branch
func.func @around_a_branch(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> tensor<i32> {
  // CHECK: error_message = "a = b"
  // CHECK-NOT: shape_assertion
  // CHECK: return
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%0) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
  %1 = "stablehlo.if"(%p) ({
    %c = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }, {
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %b, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2) {api_version = 2 : i32, error_message = "b = a", has_side_effect = true} : (tensor<i1>) -> ()
  return %1 : tensor<i32>
}
