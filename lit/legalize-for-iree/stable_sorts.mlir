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
// CHECK-NEXT: }) {bcast.legalized} :
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
