// 0 against 1, both known only at run time: `maximum` would be wrong, so the default rejects
// it; `numpy` computes the size with a select on 1.
// RUN: bcast-lower %s | FileCheck %s --check-prefixes=CHECK,REJECT
// RUN: bcast-lower --zero-extents=numpy %s | FileCheck %s --check-prefixes=CHECK,NUMPY

// [?] x [?] => [?]
// CHECK-LABEL: @two_operands
func.func @two_operands(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: %[[A:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
  // CHECK-NEXT: %[[B:.*]] = stablehlo.get_dimension_size %arg1, dim = 0
  // REJECT-NEXT: %[[SIZE:.*]] = stablehlo.maximum %[[A]], %[[B]]
  // REJECT: expected equal sizes, or 1 and a size of at least 1"
  // NUMPY-NEXT: %[[EQUAL:.*]] = stablehlo.compare {{ *}}EQ, %[[A]], %[[B]]
  // NUMPY-NEXT: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<i32>
  // NUMPY-NEXT: %[[A_IS_ONE:.*]] = stablehlo.compare {{ *}}EQ, %[[A]], %[[ONE]]
  // NUMPY-NEXT: %[[OR:.*]] = stablehlo.or %[[EQUAL]], %[[A_IS_ONE]]
  // NUMPY-NEXT: %[[B_IS_ONE:.*]] = stablehlo.compare {{ *}}EQ, %[[B]], %[[ONE]]
  // NUMPY-NEXT: %[[OK:.*]] = stablehlo.or %[[OR]], %[[B_IS_ONE]]
  // NUMPY-NEXT: stablehlo.custom_call @shape_assertion(%[[OK]], %[[A]], %[[B]]) {{.*}}expected equal sizes, or one of them 1"
  // NUMPY-NEXT: %[[SIZE:.*]] = stablehlo.select %[[A_IS_ONE]], %[[B]], %[[A]] : tensor<i1>, tensor<i32>
  // CHECK-NEXT: stablehlo.reshape %[[SIZE]]
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// [?] x [?] x [?] => [?]
// CHECK-LABEL: @three_operands
func.func @three_operands(%p: tensor<?xi1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // REJECT: %[[MAX:.*]] = stablehlo.maximum %{{.*}}, %{{.*}} : tensor<i32>
  // REJECT-NEXT: %[[SIZE:.*]] = stablehlo.maximum %[[MAX]], %{{.*}} : tensor<i32>
  // NUMPY: %[[FIRST:.*]] = stablehlo.select %{{.*}} : tensor<i1>, tensor<i32>
  // NUMPY: %[[SIZE:.*]] = stablehlo.select %{{.*}}, %{{.*}}, %[[FIRST]] : tensor<i1>, tensor<i32>
  // CHECK: chlo.broadcast_select: operand #0 dim 0 has size {0}, the operands broadcast to size {1} in result dim 0; expected that size or 1
  // CHECK: chlo.broadcast_select: operand #1 dim 0 has size {0}
  // CHECK: chlo.broadcast_select: operand #2 dim 0 has size {0}
  // CHECK: stablehlo.reshape %[[SIZE]]
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Nothing is computed if a size is known to be constant, or to broadcast to the other one:
// docs/facts.md, "Size 0 against size 1". [0] x [?] => [0]
// CHECK-LABEL: @fixed_zero
// CHECK-NOT: stablehlo.maximum
// CHECK: expected 0 or 1"
// CHECK-NOT: stablehlo.maximum
func.func @fixed_zero(%a: tensor<0xf32>, %b: tensor<?xf32>) -> tensor<0xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<0xf32>, tensor<?xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// [1 by an assertion] x [?] => [?]
// CHECK-LABEL: @known_one
// CHECK: "a is 1"
// CHECK-NOT: @shape_assertion
// CHECK-NOT: stablehlo.maximum
// CHECK: return
func.func @known_one(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %size = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ok = stablehlo.compare EQ, %size, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "a is 1", has_side_effect = true} : (tensor<i1>) -> ()
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// [a is 1 or b by an assertion] x [b] => [b]
// CHECK-LABEL: @broadcasts_to_the_other
// CHECK: "a is 1 or b"
// CHECK-NOT: @shape_assertion
// CHECK-NOT: stablehlo.maximum
// CHECK: return
func.func @broadcasts_to_the_other(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %size = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %other = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %is_one = stablehlo.compare EQ, %size, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %is_other = stablehlo.compare EQ, %size, %other : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %ok = stablehlo.or %is_one, %is_other : tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "a is 1 or b", has_side_effect = true} : (tensor<i1>) -> ()
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
