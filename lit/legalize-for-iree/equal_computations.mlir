// RUN: bcast-lower %s --legalize-for-iree | FileCheck %s -enable-var-scope

// IREE would compute both sums in one kernel, and take another result of it for the second one.
// CHECK-LABEL: func.func @exchanged_operands
// CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %arg1
// CHECK: stablehlo.multiply %[[SUM]], %[[SUM]]
func.func @exchanged_operands(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.add %y, %x : tensor<4xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
// CHECK-LABEL: func.func @differences
// CHECK: %[[A:.*]] = stablehlo.subtract %arg0, %arg1
// CHECK: %[[B:.*]] = stablehlo.subtract %arg1, %arg0
// CHECK: stablehlo.multiply %[[A]], %[[B]]
func.func @differences(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.subtract %x, %y : tensor<4xf32>
  %1 = stablehlo.subtract %y, %x : tensor<4xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// The first op gets the attributes that only the other one has. What uses the two is equal then.
// CHECK-LABEL: func.func @other_attributes
// CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %arg0 {mhlo.frontend_attributes = {mark = "1"}, mhlo.sharding = "{replicated}"}
// CHECK: stablehlo.sqrt %[[SUM]] : tensor<?xf32>
// CHECK-NOT: stablehlo.sqrt
// CHECK: return %[[ROOT:.*]], %[[ROOT]] :
func.func @other_attributes(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.add %x, %x {mhlo.frontend_attributes = {mark = "1"}} : tensor<?xf32>
  %1 = stablehlo.add %x, %x {mhlo.frontend_attributes = {mark = "2"}, mhlo.sharding = "{replicated}"} : tensor<?xf32>
  %2 = stablehlo.sqrt %0 : tensor<?xf32>
  %3 = stablehlo.sqrt %1 : tensor<?xf32>
  return %2, %3 : tensor<?xf32>, tensor<?xf32>
}
// Ops that are the same in every respect are merged, too, also around a branch.
// CHECK-LABEL: func.func @same_around_a_branch
// CHECK: %[[ROOT:.*]] = stablehlo.sqrt %arg1
// CHECK-NOT: stablehlo.sqrt
// CHECK: return %[[ROOT]], %[[ROOT]]
func.func @same_around_a_branch(%x: tensor<4xi32>, %y: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>) {
  %0 = stablehlo.sqrt %y : tensor<4xf32>
  %1 = "stablehlo.if"(%p) ({
    %3 = stablehlo.negate %x : tensor<4xi32>
    stablehlo.return %3 : tensor<4xi32>
  }, {
    stablehlo.return %x : tensor<4xi32>
  }) : (tensor<i1>) -> tensor<4xi32>
  %2 = stablehlo.sqrt %y : tensor<4xf32>
  return %0, %2, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>
}
// Other attributes of the op's own, and those with which IREE places it, make it another one.
// CHECK-LABEL: func.func @other_meaning
// CHECK-COUNT-3: stablehlo.compare
// CHECK-COUNT-2: stablehlo.abs
func.func @other_meaning(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = stablehlo.abs %x {stream.affinity = "a"} : tensor<4xf32>
  %4 = stablehlo.abs %x {stream.affinity = "b"} : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>
}
// The attributes may be what a custom call is about.
// CHECK-LABEL: func.func @custom_calls
// CHECK-COUNT-2: stablehlo.custom_call
func.func @custom_calls(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.custom_call @TopK(%x) {mhlo.attributes = {k = 1}} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @TopK(%x) {mhlo.attributes = {k = 2}} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @reductions
// CHECK: %[[SUM:.*]] = stablehlo.reduce({{.*}}) applies stablehlo.add
// CHECK: %[[GREATEST:.*]] = stablehlo.reduce({{.*}}) applies stablehlo.maximum
// CHECK: return %[[SUM]], %[[SUM]], %[[GREATEST]]
func.func @reductions(%x: tensor<4xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %3 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }
  %1 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %3 = stablehlo.add %b, %a : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }
  %2 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %3 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// An op in a branch may be one in front of it, but not one in another branch.
// CHECK-LABEL: func.func @branches
// CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %arg1
// CHECK: "stablehlo.if"
// CHECK-NOT: stablehlo.add
// CHECK: stablehlo.multiply %[[SUM]]
// CHECK: stablehlo.maximum %arg0, %arg1
// CHECK: }, {
// CHECK: stablehlo.maximum %arg1, %arg0
func.func @branches(%x: tensor<4xf32>, %y: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = "stablehlo.if"(%p) ({
    %2 = stablehlo.add %y, %x : tensor<4xf32>
    %3 = stablehlo.multiply %2, %x : tensor<4xf32>
    %4 = stablehlo.maximum %x, %y : tensor<4xf32>
    %5 = stablehlo.multiply %3, %4 : tensor<4xf32>
    stablehlo.return %5 : tensor<4xf32>
  }, {
    %2 = stablehlo.maximum %y, %x : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// A choice by the same truth values chooses the same.
// CHECK-LABEL: func.func @choices
// CHECK: %[[CHOSEN:.*]] = stablehlo.select %arg0, %arg1, %arg2
// CHECK: %[[OTHER:.*]] = stablehlo.select %arg0, %arg2, %arg3
// CHECK: return %[[CHOSEN]], %[[CHOSEN]], %[[OTHER]]
func.func @choices(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.select %p, %x, %y : tensor<4xi1>, tensor<4xf32>
  %1 = stablehlo.select %p, %0, %y : tensor<4xi1>, tensor<4xf32>
  %2 = stablehlo.select %p, %x, %z : tensor<4xi1>, tensor<4xf32>
  %3 = stablehlo.select %p, %y, %2 : tensor<4xi1>, tensor<4xf32>
  return %0, %1, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @inverse_ops
// CHECK: return %arg0, %arg0, %arg0, %arg0, %arg1, %arg0
func.func @inverse_ops(%x: tensor<?xi32>, %y: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %0 = stablehlo.negate %x : tensor<?xi32>
  %1 = stablehlo.negate %0 : tensor<?xi32>
  %2 = stablehlo.not %x : tensor<?xi32>
  %3 = stablehlo.not %2 : tensor<?xi32>
  %4 = stablehlo.add %y, %x : tensor<?xi32>
  %5 = stablehlo.subtract %4, %y : tensor<?xi32>
  %6 = stablehlo.subtract %x, %y : tensor<?xi32>
  %7 = stablehlo.add %y, %6 : tensor<?xi32>
  %8 = stablehlo.subtract %x, %6 : tensor<?xi32>
  %9 = stablehlo.xor %y, %x : tensor<?xi32>
  %10 = stablehlo.xor %y, %9 : tensor<?xi32>
  return %1, %3, %5, %7, %8, %10 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}
// CHECK-LABEL: func.func @same_operands
// CHECK: return %arg1, %arg1, %arg1, %arg0, %arg0, %arg0
func.func @same_operands(%p: tensor<?xi1>, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>) {
  %0 = stablehlo.maximum %x, %x : tensor<?xf32>
  %1 = stablehlo.minimum %x, %x : tensor<?xf32>
  %2 = stablehlo.select %p, %x, %x : tensor<?xi1>, tensor<?xf32>
  %3 = stablehlo.and %p, %p : tensor<?xi1>
  %4 = stablehlo.or %p, %p : tensor<?xi1>
  %5 = stablehlo.add %p, %p : tensor<?xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>
}
// Floats are rounded, but not when their signs change.
// CHECK-LABEL: func.func @floats
// CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %arg1
// CHECK: %[[DIFFERENCE:.*]] = stablehlo.subtract %[[SUM]], %arg1
// CHECK: %[[PRODUCT:.*]] = stablehlo.multiply %arg0, %arg1
// CHECK: return %[[DIFFERENCE]], %arg0, %[[PRODUCT]]
func.func @floats(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.subtract %0, %y : tensor<4xf32>
  %2 = stablehlo.negate %x : tensor<4xf32>
  %3 = stablehlo.negate %2 : tensor<4xf32>
  %4 = stablehlo.negate %y : tensor<4xf32>
  %5 = stablehlo.multiply %2, %4 : tensor<4xf32>
  return %1, %3, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// IREE would make a constant of unknown size of an integer's difference or comparison with itself. Floats may be NaN, and a
// constant of static shape is one that it accepts.
// CHECK-LABEL: func.func @with_itself
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-DAG: %[[TRUE:.*]] = stablehlo.constant dense<true> : tensor<i1>
// CHECK-DAG: %[[FALSE:.*]] = stablehlo.constant dense<false> : tensor<i1>
// CHECK-DAG: %[[ZEROS:.*]] = stablehlo.dynamic_broadcast_in_dim %[[ZERO]]
// CHECK-DAG: %[[ALL:.*]] = stablehlo.dynamic_broadcast_in_dim %[[TRUE]]
// CHECK-DAG: %[[NONE:.*]] = stablehlo.dynamic_broadcast_in_dim %[[FALSE]]
// CHECK-DAG: %[[FLOATS:.*]] = stablehlo.compare EQ, %arg1, %arg1
// CHECK-DAG: %[[KNOWN:.*]] = stablehlo.subtract %arg2, %arg2
// CHECK: return %[[ZEROS]], %[[ALL]], %[[NONE]], %[[FLOATS]], %[[KNOWN]]
func.func @with_itself(%x: tensor<?xi32>, %y: tensor<?xf32>, %z: tensor<4xi32>) -> (tensor<?xi32>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<4xi32>) {
  %0 = stablehlo.subtract %x, %x : tensor<?xi32>
  %1 = stablehlo.compare GE, %x, %x : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %2 = stablehlo.compare NE, %x, %x : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %3 = stablehlo.compare EQ, %y, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %4 = stablehlo.subtract %z, %z : tensor<4xi32>
  return %0, %1, %2, %3, %4 : tensor<?xi32>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<4xi32>
}
