// RUN: bcast-lower --split-input-file %s | FileCheck %s

// Assertions that compare indices and integers with `arith`, as torch-mlir emits them.

// CHECK-LABEL: @equal
// CHECK-NOT: @shape_assertion
// CHECK-NOT: broadcast_in_dim
// CHECK: return
func.func @equal(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %a, %zero : tensor<?xf32>
  %m = tensor.dim %b, %zero : tensor<?xf32>
  %k = tensor.dim %c, %zero : tensor<?xf32>
  %n64 = arith.index_cast %n : index to i64
  %k64 = arith.index_cast %k : index to i64
  %p = arith.cmpi eq, %n, %m : index
  %q = arith.cmpi eq, %n64, %k64 : i64
  %both = arith.andi %p, %q : i1
  cf.assert %both, "mismatched size for broadcast"
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %0, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// A mask is 1 or as long as the scores, which are longer than 1.
// CHECK-LABEL: @one_or_equal
// CHECK-NOT: @shape_assertion
// CHECK-COUNT-1: broadcast_in_dim
// CHECK-NOT: broadcast_in_dim
// CHECK: return
func.func @one_or_equal(%scores: tensor<?xf32>, %mask: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = tensor.dim %scores, %zero : tensor<?xf32>
  %m = tensor.dim %mask, %zero : tensor<?xf32>
  %p = arith.cmpi eq, %m, %n : index
  %q = arith.cmpi eq, %m, %one : index
  %either = arith.ori %p, %q : i1
  cf.assert %either, "the mask does not fit"
  %long = arith.cmpi ult, %one, %n : index
  cf.assert %long, "too short"
  %0 = chlo.broadcast_add %scores, %mask : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The same predicates as tensors, of which an element is extracted.
// CHECK-LABEL: @extracted
// CHECK-NOT: @shape_assertion
// CHECK-NOT: broadcast_in_dim
// CHECK: return
func.func @extracted(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = arith.cmpi eq, %n, %m : tensor<i32>
  %q = tensor.extract %p[] : tensor<i1>
  cf.assert %q, "sizes differ"
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Neither is the size of a 1, nor do the sizes differ.
// CHECK-LABEL: @negated
// CHECK-NOT: @shape_assertion
// CHECK-NOT: broadcast_in_dim
// CHECK: return
func.func @negated(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %true = arith.constant true
  %n = tensor.dim %a, %zero : tensor<?xf32>
  %m = tensor.dim %b, %zero : tensor<?xf32>
  %p = arith.cmpi eq, %n, %one : index
  %q = arith.cmpi ne, %n, %m : index
  %wrong = arith.ori %p, %q : i1
  %right = arith.xori %wrong, %true : i1
  cf.assert %right, "sizes"
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// An unsigned comparison with a size gives no facts about a signed number.
// CHECK-LABEL: @unsigned
// CHECK: @shape_assertion
// CHECK: return
func.func @unsigned(%a: tensor<?xf32>, %b: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = tensor.dim %a, %zero : tensor<?xf32>
  %p = arith.cmpi ugt, %k, %n : index
  cf.assert %p, "too small"
  // Where k is negative, this is n.
  %max = arith.maxsi %k, %n : index
  %y = tensor.empty(%max) : tensor<?xf32>
  %less = arith.subi %k, %one : index
  %max2 = arith.maxsi %less, %n : index
  %z = tensor.empty(%max2) : tensor<?xf32>
  %0 = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Sizes that blocks receive as numbers.
// CHECK-LABEL: @block_arguments
// CHECK-NOT: @shape_assertion
// CHECK-NOT: broadcast_in_dim
// CHECK: return
func.func @block_arguments(%p: i1, %a: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %a, %zero : tensor<?xf32>
  cf.cond_br %p, ^one(%n : index), ^two(%n : index)
^one(%k: index):
  cf.br ^end(%k : index)
^two(%l: index):
  %m = arith.index_cast %l : index to i64
  %o = arith.index_cast %m : i64 to index
  cf.br ^end(%o : index)
^end(%size: index):
  %shape = tensor.from_elements %size : tensor<1xindex>
  %y = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %a, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// One of the branches passes another size.
// CHECK-LABEL: @other_block_arguments
// CHECK: @shape_assertion
// CHECK: return
func.func @other_block_arguments(%p: i1, %a: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = tensor.dim %a, %zero : tensor<?xf32>
  %m = arith.addi %n, %one : index
  cf.cond_br %p, ^end(%n : index), ^end(%m : index)
^end(%size: index):
  %shape = tensor.from_elements %size : tensor<1xindex>
  %y = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %a, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The number that an `scf.if` returns.
// CHECK-LABEL: @results
// CHECK-NOT: @shape_assertion
// CHECK: return
func.func @results(%p: i1, %a: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %a, %zero : tensor<?xf32>
  %size = scf.if %p -> index {
    scf.yield %n : index
  } else {
    %m = tensor.dim %a, %zero : tensor<?xf32>
    scf.yield %m : index
  }
  %shape = tensor.from_elements %size : tensor<1xindex>
  %y = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %a, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
