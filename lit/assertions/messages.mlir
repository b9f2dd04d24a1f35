// Messages contain the op, the operands by their names in the source, the dims and both sizes.
// RUN: bcast-lower %s | FileCheck %s
// RUN: bcast-lower --assertions=cf %s | FileCheck %s --check-prefix=PLAIN

// CHECK-LABEL: @arguments
// PLAIN-LABEL: @arguments
func.func @arguments(%a: tensor<?xf32> loc("x"), %b: tensor<?xf32> loc("jit(f)/y"("file.py":1:2))) -> tensor<?xf32> {
  // CHECK: error_message = "chlo.broadcast_add: operand #0 'x' dim 0 has size {0}, operand #1 'jit(f)/y' dim 0 has size {1}; expected equal sizes, or 1 and a size of at least 1"
  // PLAIN: "chlo.broadcast_add: the sizes of operand #0 'x' dim 0 and operand #1 'jit(f)/y' dim 0 do not fit; expected equal sizes, or 1 and a size of at least 1"
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Results have the names of their ops.
// CHECK-LABEL: @results
// PLAIN-LABEL: @results
func.func @results(%a: tensor<?xf32>, %p: tensor<?x?xi1>) -> tensor<4x?xf32> {
  %0 = stablehlo.negate %a : tensor<?xf32> loc("negated"("file.py":1:2))
  %1 = stablehlo.exponential %a : tensor<?xf32>
  %2 = stablehlo.slice %1 [0:5] : (tensor<?xf32>) -> tensor<5xf32> loc("sliced")
  // CHECK: the operands broadcast to size {0} in result dim 0, which is declared as 4"
  // CHECK: operand #0 dim 1 has size {0}, operand #2 'sliced' dim 0 has size 5; expected 5 or 1"
  // CHECK: operand #1 'negated' dim 0 has size {0}, operand #2 'sliced' dim 0 has size 5; expected 5 or 1"
  // PLAIN: the size that the operands broadcast to in result dim 0 does not fit; expected 4, which is declared"
  // PLAIN: the size of operand #0 dim 1 does not fit operand #2 'sliced' dim 0, which has size 5; expected 5 or 1"
  %3 = chlo.broadcast_select %p, %0, %2 : (tensor<?x?xi1>, tensor<?xf32>, tensor<5xf32>) -> tensor<4x?xf32>
  return %3 : tensor<4x?xf32>
}

// Fused locations have the name of a part, call sites that of the callee.
// CHECK-LABEL: @join_of_three
// PLAIN-LABEL: @join_of_three
func.func @join_of_three(%p: tensor<?xi1>, %a: tensor<?xf32> loc(callsite("callee" at "caller")), %b: tensor<?xf32> loc(fused["file.py":1:2, "part", "other"])) -> tensor<?xf32> {
  // CHECK: operand #0 dim 0 has size {0}, the operands broadcast to size {1} in result dim 0; expected that size or 1"
  // CHECK: operand #1 'callee' dim 0
  // CHECK: operand #2 'part' dim 0
  // PLAIN: the size of operand #0 dim 0 does not fit; expected the size that the operands broadcast to in result dim 0, or 1"
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A name is shown on one line. In a message with placeholders it has no braces, which
// StableHLO's checker would treat as one.
// CHECK-LABEL: @names_are_not_placeholders
// PLAIN-LABEL: @names_are_not_placeholders
func.func @names_are_not_placeholders(%a: tensor<?xf32> loc("x{7}"), %b: tensor<?xf32> loc("two\0Alines \22quoted\22")) -> tensor<?xf32> {
  // CHECK: operand #0 'x\\7B7\\7D' dim 0 has size {0}, operand #1 'two\\0Alines \22quoted\22' dim 0
  // PLAIN: operand #0 'x{7}' dim 0 and operand #1 'two\\0Alines \22quoted\22' dim 0
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The same holds for the names of functions and their dims.
// CHECK-LABEL: @"f{5}"
// PLAIN-LABEL: @"f{5}"
func.func @"f{5}"(%a: tensor<?xf32> {bcast.dims = ["{6\01}"]}, %b: tensor<?xf32> {bcast.dims = ["{6\01}"]}) {
  // CHECK: "@f\\7B5\\7D: argument #1 dim 0 has size {0}, argument #0 dim 0 has size {1}; both are declared as '\\7B6\\01\\7D'"
  // PLAIN: "@f{5}: the sizes of argument #1 dim 0 and argument #0 dim 0 differ; both are declared as '{6\\01}'"
  return
}
