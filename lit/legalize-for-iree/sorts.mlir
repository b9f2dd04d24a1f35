// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s -enable-var-scope

// The comparison holds for equal elements, which IREE then leaves in order.
// CHECK-LABEL: func.func @stable_pairs
// CHECK-SAME: (%[[X:.*]]: tensor<?x5xf32>, %[[Y:.*]]: tensor<?x5xi32>)
// CHECK-NEXT: %[[SORTED:.*]]:2 = "stablehlo.sort"(%[[X]], %[[Y]]) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>, %{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>):
// CHECK-NEXT: %[[LESS:.*]] = stablehlo.compare LT, %[[A]], %[[B]]
// CHECK-NEXT: %[[GREATER:.*]] = stablehlo.compare LT, %[[B]], %[[A]]
// CHECK-NEXT: %[[NOT_GREATER:.*]] = stablehlo.not %[[GREATER]]
// CHECK-NEXT: %[[FIRST:.*]] = stablehlo.or %[[LESS]], %[[NOT_GREATER]]
// CHECK-NEXT: stablehlo.return %[[FIRST]]
// CHECK: return %[[SORTED]]#0, %[[SORTED]]#1
func.func @stable_pairs(%x: tensor<?x5xf32>, %y: tensor<?x5xi32>) -> (tensor<?x5xf32>, tensor<?x5xi32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<?x5xf32>, tensor<?x5xi32>) -> (tensor<?x5xf32>, tensor<?x5xi32>)
  return %0#0, %0#1 : tensor<?x5xf32>, tensor<?x5xi32>
}

// The comparison uses a value from outside, and sees only a part of an element.
// CHECK-LABEL: func.func @keys_of_one_operand
// CHECK: %[[MASK:.*]] = stablehlo.constant
// CHECK: ^bb0(%[[A:.*]]: tensor<i32>, %[[B:.*]]: tensor<i32>):
// CHECK: stablehlo.compare
// CHECK-NEXT: %[[B_KEY:.*]] = stablehlo.and %[[B]], %[[MASK]]
// CHECK-NEXT: %[[A_KEY:.*]] = stablehlo.and %[[A]], %[[MASK]]
// CHECK-NEXT: %[[GREATER:.*]] = stablehlo.compare LT, %[[B_KEY]], %[[A_KEY]]
// CHECK-NEXT: stablehlo.not %[[GREATER]]
func.func @keys_of_one_operand(%x: tensor<4xi32>) -> tensor<4xi32> {
  %mask = stablehlo.constant dense<3> : tensor<i32>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %a_key = stablehlo.and %a, %mask : tensor<i32>
    %b_key = stablehlo.and %b, %mask : tensor<i32>
    %less = stablehlo.compare LT, %a_key, %b_key : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// Equal integers do not differ.
// CHECK-LABEL: func.func @integers
// CHECK-NEXT: "stablehlo.sort"(%arg0)
func.func @integers(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// The order of equal elements does not matter.
// CHECK-LABEL: func.func @unstable
// CHECK-NEXT: "stablehlo.sort"(%arg0, %arg1)
func.func @unstable(%x: tensor<?xi32>, %y: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %p: tensor<i32>, %q: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<?xi32>, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xi32>
}

// IREE takes a sort of two tensors that begins with "greater" for the greatest elements, whatever
// the rest of the comparison and the sorted dim are.
// CHECK-LABEL: func.func @greatest_elements
// CHECK: "stablehlo.sort"(%arg0, %{{.*}}) <{dimension = 0 : i64, is_stable = true}> ({
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>, %{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>):
// CHECK-NEXT: %[[GREATER:.*]] = stablehlo.compare LT, %[[B]], %[[A]], TOTALORDER
// CHECK-NEXT: %[[LESS:.*]] = stablehlo.compare LT, %[[A]], %[[B]], TOTALORDER
// CHECK-NEXT: %[[NOT_LESS:.*]] = stablehlo.not %[[LESS]]
// CHECK-NEXT: stablehlo.or %[[GREATER]], %[[NOT_LESS]]
func.func @greatest_elements(%x: tensor<4x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xi32>) {
  %iota = stablehlo.iota dim = 1 : tensor<4x5xi32>
  %0:2 = "stablehlo.sort"(%x, %iota) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %greater = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %greater : tensor<i1>
  }) : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>, tensor<4x5xi32>)
  %1 = stablehlo.slice %0#0 [2:4, 0:5] : (tensor<4x5xf32>) -> tensor<2x5xf32>
  %2 = stablehlo.slice %0#1 [2:4, 0:5] : (tensor<4x5xi32>) -> tensor<2x5xi32>
  return %1, %2 : tensor<2x5xf32>, tensor<2x5xi32>
}

// Also if the order of equal elements does not matter, and if the element is compared with another
// value.
// CHECK-LABEL: func.func @unstable_greatest_elements
// CHECK: %[[ZERO:.*]] = stablehlo.constant
// CHECK: ^bb0(%[[A:.*]]: tensor<f32>, %{{.*}}: tensor<f32>,
// CHECK-NEXT: stablehlo.compare LE, %[[ZERO]], %[[A]]
// CHECK-NEXT: stablehlo.return
func.func @unstable_greatest_elements(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %iota = stablehlo.iota dim = 0 : tensor<5xi32>
  %0:2 = "stablehlo.sort"(%x, %iota) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %is_first = stablehlo.compare GE, %a, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %is_first : tensor<i1>
  }) : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
  return %0#0, %0#1 : tensor<5xf32>, tensor<5xi32>
}

// IREE needs a use of each result of unknown size.
// CHECK-LABEL: func.func @one_result_is_used
// CHECK: %[[SORTED:.*]]:2 = "stablehlo.sort"(%arg0, %arg1)
// CHECK: %[[TRUE:.*]] = stablehlo.constant dense<true>
// CHECK-NEXT: %[[HIDDEN:.*]] = stablehlo.optimization_barrier %[[TRUE]]
// CHECK-NEXT: %[[OTHER:.*]] = stablehlo.convert %[[SORTED]]#0 : (tensor<?xf32>) -> tensor<?xi32>
// CHECK-NEXT: %[[RESULT:.*]] = stablehlo.select %[[HIDDEN]], %[[SORTED]]#1, %[[OTHER]]
// CHECK-NEXT: return %[[RESULT]]
func.func @one_result_is_used(%x: tensor<?xf32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#1 : tensor<?xi32>
}

// The comparison may use values from outside.
// CHECK-LABEL: func.func @by_remainder
// CHECK: stablehlo.compare LT
// CHECK: stablehlo.compare LT
// CHECK: stablehlo.or
func.func @by_remainder(%x: tensor<?xi32>, %y: tensor<?xf32>, %k: tensor<i32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.remainder %a, %k : tensor<i32>
    %2 = stablehlo.remainder %b, %k : tensor<i32>
    %3 = stablehlo.compare LT, %1, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<?xi32>, tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xf32>
}

// Two arguments of the function are not a pair of elements, though their numbers are those of one.
// CHECK-LABEL: func.func @by_two_values
// CHECK-COUNT-2: stablehlo.or
// CHECK: stablehlo.return
func.func @by_two_values(%x: tensor<?xi32>, %y: tensor<?xf32>, %k: tensor<i32>, %l: tensor<i32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.compare LT, %b, %l : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.not %2 : tensor<i1>
    %4 = stablehlo.or %1, %3 : tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<?xi32>, tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @last_dim
// CHECK: "stablehlo.sort"(%arg0) <{dimension = 1 : i64}>
func.func @last_dim(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = -1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// The last dim is the default.
// CHECK-LABEL: func.func @without_dim
// CHECK: "stablehlo.sort"(%arg0) <{dimension = 1 : i64
func.func @without_dim(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// To IREE, both iotas are the same tensor. Each sort gets one of its own.
// CHECK-LABEL: func.func @positions_of_two_types
// CHECK: %[[I:.*]] = stablehlo.dynamic_iota {{.*}} tensor<?xui32>
// CHECK: %[[FIRST:.*]] = stablehlo.select %{{.*}}, %[[I]],
// CHECK: "stablehlo.sort"(%arg0, %[[FIRST]])
// CHECK: %[[J:.*]] = stablehlo.dynamic_iota {{.*}} tensor<?xi32>
// CHECK: %[[SECOND:.*]] = stablehlo.select %{{.*}}, %[[J]],
// CHECK: "stablehlo.sort"(%arg1, %[[SECOND]])
func.func @positions_of_two_types(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<1xi32>) -> (tensor<?xui32>, tensor<?xi32>) {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xui32>
  %1:2 = "stablehlo.sort"(%x, %0) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<ui32>, %j: tensor<ui32>):
    %4 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xui32>) -> (tensor<?xf32>, tensor<?xui32>)
  %2 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %3:2 = "stablehlo.sort"(%y, %2) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %4 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %1#1, %3#1 : tensor<?xui32>, tensor<?xi32>
}
