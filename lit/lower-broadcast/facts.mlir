// Facts about sizes from other ops remove guards, maxima and broadcasts.
// RUN: bcast-lower %s | FileCheck %s
// RUN: bcast-lower --facts=off %s | FileCheck %s --check-prefix=OFF

// ((a + b) * a) + b over two dynamic sizes: one guard, and each operand is
// broadcast once.
// CHECK-LABEL: @chain
// CHECK-COUNT-1: @shape_assertion
// CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0
// CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[A]], %[[B]]
// CHECK-NEXT: %[[PRODUCT:.*]] = stablehlo.multiply %[[SUM]], %[[A]]
// CHECK-NEXT: stablehlo.add %[[PRODUCT]], %[[B]]
// CHECK-NEXT: return
// OFF-LABEL: @chain
// OFF-COUNT-3: @shape_assertion
func.func @chain(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_multiply %0, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %1, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// An elementwise op implies that its operands have equal sizes.
// CHECK-LABEL: @elementwise
// CHECK-NOT: @shape_assertion
// CHECK-NOT: broadcast_in_dim
// CHECK: return
func.func @elementwise(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.add %a, %b : tensor<?x?xf32>
  %1 = stablehlo.exponential %0 : tensor<?x?xf32>
  %2 = chlo.broadcast_add %1, %a : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = chlo.broadcast_add %2, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// [b, s] transposed twice; `dot_general` gives [b, b].
// CHECK-LABEL: @permuted
// CHECK-NOT: @shape_assertion
// CHECK-NOT: broadcast_in_dim
// CHECK: return
func.func @permuted(%a: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = chlo.broadcast_add %a, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = stablehlo.dot_general %a, %0, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = stablehlo.dot_general %1, %0, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %5 = chlo.broadcast_add %3, %4 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2, %5 : tensor<?x?xf32>, tensor<?x?xf32>
}

// A frontend's constraint: a.0 == b.0, stated as an assertion.
// CHECK-LABEL: @constraint
// CHECK-COUNT-1: @shape_assertion
// CHECK-NOT: @shape_assertion
// CHECK-NOT: broadcast_in_dim
// CHECK: stablehlo.add %arg0, %arg1
func.func @constraint(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2) {api_version = 2 : i32, error_message = "differ", has_side_effect = true} : (tensor<i1>) -> ()
  %3 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// (a, b) and (b, c) compatible do not give (a, c).
// CHECK-LABEL: @not_transitive
// CHECK-COUNT-3: @shape_assertion
func.func @not_transitive(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %b, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %a, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// Facts of one branch do not hold in the other or after it.
// CHECK-LABEL: @branches
// CHECK: scf.if
// CHECK: stablehlo.add %arg0, %arg1
// CHECK: stablehlo.multiply %arg0, %arg1
// CHECK: } else {
// CHECK: @shape_assertion
// CHECK: }
// CHECK: @shape_assertion
func.func @branches(%a: tensor<?xf32>, %b: tensor<?xf32>, %condition: i1) -> tensor<?xf32> {
  %0 = scf.if %condition -> (tensor<?xf32>) {
    %1 = stablehlo.add %a, %b : tensor<?xf32>
    %2 = chlo.broadcast_multiply %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  } else {
    %1 = chlo.broadcast_subtract %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  %3 = chlo.broadcast_divide %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// Incompatible sizes still become valid ops, after the guard that fails: `a` is known to be 1,
// and the result declares 2. In a function that may never be called, that is only a warning.
// CHECK-LABEL: @contradiction
// CHECK: declared as 2
// CHECK-NOT: known_expanding_dimensions
func.func private @contradiction(%a: tensor<?xf32>, %b: tensor<1xf32>, %c: tensor<3x1xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.add %a, %b : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %a, %c : (tensor<?xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}
