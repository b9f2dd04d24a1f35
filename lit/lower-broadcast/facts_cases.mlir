// RUN: bcast-lower --split-input-file %s | FileCheck %s

// Reasoning by cases: a size is 1 or another one, or one of two.

// Any two of three masks are compatible, so the broadcast of two is compatible with the third.
// CHECK-LABEL: @pairs
// CHECK-COUNT-3: @shape_assertion
// CHECK-NOT: @shape_assertion
func.func @pairs(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %a, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %b, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = chlo.broadcast_add %0, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %4 = chlo.broadcast_add %1, %2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %5 = chlo.broadcast_add %3, %4 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %5 : tensor<?xf32>
}

// -----

// The broadcast of a and b, of which b is larger than 1, has the size of b.
// CHECK-LABEL: @larger
// CHECK-SAME: %[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK-NOT: broadcast_in_dim
// CHECK: stablehlo.multiply %[[SUM]], %[[B]]
func.func @larger(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %n = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare GT, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%p, %n) {api_version = 2 : i32, error_message = "{0} is small", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %1 = chlo.broadcast_multiply %0, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// In each branch one of the cases holds: if a is 1, the sum has the size of b, otherwise that
// of a. After the branches, the result has the size of the sum in both cases.
// CHECK-LABEL: @branches
// CHECK-SAME: %[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>
// CHECK: @shape_assertion
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK: stablehlo.if
// CHECK: stablehlo.multiply %[[SUM]], %[[Y:.*]] : tensor<?xf32>
// CHECK: stablehlo.multiply %[[SUM]], %[[X:.*]] : tensor<?xf32>
// CHECK-NOT: broadcast_in_dim
// CHECK: return
func.func @branches(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %x = stablehlo.negate %a : tensor<?xf32>
  %y = stablehlo.negate %b : tensor<?xf32>
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare EQ, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %1 = chlo.broadcast_multiply %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    %1 = chlo.broadcast_multiply %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %0, %r : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// Conditions checked on the way to a block hold in it, but not in other blocks.
// CHECK-LABEL: @blocks
// CHECK: cf.cond_br %{{.*}}, ^[[SAME:.*]], ^[[OTHER:.*]]
// CHECK: ^[[SAME]]:
// CHECK-NOT: @shape_assertion
// CHECK: stablehlo.add
// CHECK: ^[[OTHER]]:
// CHECK: @shape_assertion
// CHECK: stablehlo.add
func.func @blocks(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %a, %zero : tensor<?xf32>
  %m = tensor.dim %b, %zero : tensor<?xf32>
  %p = arith.cmpi eq, %n, %m : index
  cf.cond_br %p, ^same, ^other
^same:
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
^other:
  %1 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// The sizes that the branches pass on agree, even though one branch knows more names for them.
// CHECK-LABEL: @agreement
// CHECK: stablehlo.if
// CHECK-NOT: @shape_assertion
// CHECK-NOT: broadcast_in_dim
// CHECK: return
func.func @agreement(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %b : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %b : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %b, %r : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// If the result has one of two sizes, no more is known about it.
// CHECK-LABEL: @either
// CHECK: stablehlo.if
// CHECK: @shape_assertion
// CHECK: return
func.func @either(%p: tensor<i1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<?xf32>
  }, {
    stablehlo.return %b : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %b, %r : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// Both operands are broadcast to the greater size, as pytorch/xla does, so they are compatible.
// CHECK-LABEL: @greater
// CHECK-NOT: @shape_assertion
// CHECK: return
func.func @greater(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %max = stablehlo.maximum %m, %n : tensor<i32>
  %shape = stablehlo.reshape %max : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %shape, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %b, %shape, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = chlo.broadcast_add %2, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// -----

// An assertion emitted by the lowering gives the same fact when it is parsed again.
// CHECK-LABEL: @again
// CHECK-COUNT-1: @shape_assertion
// CHECK-NOT: @shape_assertion
// CHECK: return
func.func @again(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %max = stablehlo.maximum %n, %m : tensor<i32>
  %min = stablehlo.minimum %n, %m : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare EQ, %min, %max : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %q = stablehlo.compare EQ, %min, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.or %p, %q : tensor<i1>
  stablehlo.custom_call @shape_assertion(%r, %n, %m) {api_version = 2 : i32, error_message = "{0} and {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The size that is not 1 is selected.
// CHECK-LABEL: @selected
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK-NOT: broadcast_in_dim
// CHECK: stablehlo.multiply %[[SUM]],
func.func @selected(%a: tensor<?xf32>, %b: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare EQ, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %s = stablehlo.select %p, %m, %n : tensor<i1>, tensor<i32>
  %shape = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %2 = chlo.broadcast_multiply %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
