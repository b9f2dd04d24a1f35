// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s -enable-var-scope

// IREE folds what the function returns to the argument, so the sort changes a copy of that.
// CHECK-LABEL: func.func @returned_product
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %arg0, %{{.*}} : tensor<i1>, tensor<4xf32>
// CHECK: "stablehlo.sort"(%[[COPY]])
func.func @returned_product(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %ones = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.multiply %x, %ones : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// The factor may be computed from constants, and the size be unknown.
// CHECK-LABEL: func.func @returned_product_by_computed_ones
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %arg0, %{{.*}} : tensor<i1>, tensor<?xf32>
// CHECK: "stablehlo.sort"(%[[COPY]])
func.func @returned_product_by_computed_ones(%x: tensor<?xf32>, %n: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.cosine %zero : tensor<f32>
  %ones = stablehlo.dynamic_broadcast_in_dim %one, %n, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.multiply %x, %ones : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// Other factors make other elements, and so does an op that nothing undoes.
// CHECK-LABEL: func.func @returned_others
// CHECK: "stablehlo.sort"(%arg0)
func.func @returned_others(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %twos = stablehlo.constant dense<2.0> : tensor<4xf32>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.multiply %x, %twos : tensor<4xf32>
  %2 = stablehlo.add %x, %y : tensor<4xf32>
  %3 = stablehlo.negate %x : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Two conversions undo each other, and so do a sum and a difference around another op.
// CHECK-LABEL: func.func @undone
// CHECK: stablehlo.select %{{.*}}, %arg0, %{{.*}} : tensor<i1>, tensor<4xf32>
// CHECK: stablehlo.dynamic_update_slice
// CHECK: stablehlo.select %{{.*}}, %arg1, %{{.*}} : tensor<i1>, tensor<4xi32>
// CHECK: stablehlo.dynamic_update_slice
func.func @undone(%x: tensor<4xf32>, %n: tensor<4xi32>, %m: tensor<4xi32>, %u: tensor<1xf32>, %v: tensor<1xi32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>) {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  %1 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf64>
  %2 = stablehlo.convert %1 : (tensor<4xf64>) -> tensor<4xf32>
  %3 = stablehlo.dynamic_update_slice %n, %v, %i : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
  %4 = stablehlo.add %n, %m : tensor<4xi32>
  %5 = stablehlo.slice %4 [0:4] : (tensor<4xi32>) -> tensor<4xi32>
  %6 = stablehlo.subtract %5, %m : tensor<4xi32>
  return %0, %2, %3, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>
}

// A tensor is updated through an op that IREE folds, and read in front of it.
// CHECK-LABEL: func.func @folded_target
// CHECK: %[[MOVED:.*]] = stablehlo.transpose
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[MOVED]], %{{.*}} : tensor<i1>, tensor<4x1xf32>
// CHECK: "stablehlo.sort"(%[[COPY]])
func.func @folded_target(%x: tensor<1x4xf32>) -> (tensor<4x1xf32>, tensor<1x4xf32>) {
  %0 = stablehlo.sqrt %x : tensor<1x4xf32>
  %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<1x4xf32>) -> tensor<4x1xf32>
  %2 = "stablehlo.sort"(%1) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  return %2, %0 : tensor<4x1xf32>, tensor<1x4xf32>
}

// A loop without an iteration, a branch that is known and an update by nothing return what they get.
// CHECK-LABEL: func.func @returned_by_control
// CHECK-COUNT-3: stablehlo.select %{{.*}}, %arg{{.}}, %{{.*}} : tensor<i1>, tensor<4xf32>
func.func @returned_by_control(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>, %none: tensor<0xf32>, %u: tensor<1xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  %1 = stablehlo.while(%a = %x) : tensor<4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %b = stablehlo.add %a, %a : tensor<4xf32>
    stablehlo.return %b : tensor<4xf32>
  }
  %2 = stablehlo.dynamic_update_slice %y, %u, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  %3 = stablehlo.compare LT, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %4 = "stablehlo.if"(%3) ({
    %c = stablehlo.add %y, %y : tensor<4xf32>
    stablehlo.return %c : tensor<4xf32>
  }, {
    stablehlo.return %y : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %5 = stablehlo.dynamic_update_slice %z, %u, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  %6 = stablehlo.dynamic_update_slice %z, %none, %i : (tensor<4xf32>, tensor<0xf32>, tensor<i32>) -> tensor<4xf32>
  return %0, %1, %2, %4, %5, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// One kernel would compute the tensor, the new elements and the sum, and write the first two into the same memory.
// CHECK-LABEL: func.func @updated_by_one_kernel
// CHECK: %[[NEW:.*]] = stablehlo.negate %arg1
// CHECK: %[[ONCE:.*]] = tensor.insert_slice %[[NEW]]
// CHECK: tensor.insert_slice %[[NEW]] into %[[ONCE]]
func.func @updated_by_one_kernel(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.negate %x : tensor<?xf32>
  %1 = stablehlo.negate %y : tensor<?xf32>
  %2 = stablehlo.dynamic_update_slice %0, %1, %zero : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  %3 = stablehlo.add %0, %1 : tensor<?xf32>
  return %2, %3 : tensor<?xf32>, tensor<?xf32>
}

// What an iteration updates is not what the loop starts with: IREE copies that once.
// CHECK-LABEL: func.func @cache
// CHECK: stablehlo.while
// CHECK-NOT: stablehlo.select
// CHECK: return
func.func @cache(%x: tensor<8x4xf32>, %u: tensor<1x4xf32>, %n: tensor<i32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<8x4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.dynamic_update_slice %a, %u, %i, %zero : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    stablehlo.return %j, %b : tensor<i32>, tensor<8x4xf32>
  }
  return %0#1, %x : tensor<8x4xf32>, tensor<8x4xf32>
}

// IREE merges fills by one number, also of other shapes and those that it computes. So what is sorted is filled again by
// a number behind a barrier, and a computed fill that is updated is a choice between it and such a fill.
// CHECK-LABEL: func.func @sorted_fill
// CHECK: %[[TWO:.*]] = stablehlo.constant dense<2.0
// CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%[[TWO]]) : (tensor<f32>) -> tensor<f32>
// CHECK: %[[AGAIN:.*]] = stablehlo.dynamic_broadcast_in_dim %[[HIDDEN]], %arg0
// CHECK: "stablehlo.sort"(%[[AGAIN]])
func.func @sorted_fill(%rows: tensor<1xi32>, %table: tensor<2xi32>) -> (tensor<?xf32>, tensor<1x?xf32>) {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.dynamic_broadcast_in_dim %two, %rows, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %two, %table, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<1x?xf32>
  %2 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %2, %1 : tensor<?xf32>, tensor<1x?xf32>
}

// CHECK-LABEL: func.func @updated_sum
// CHECK: %[[SUM:.*]] = stablehlo.reduce
// CHECK: %[[ZERO:.*]] = "util.optimization_barrier"(%{{.*}}) : (tensor<f32>) -> tensor<f32>
// CHECK: %[[ZEROS:.*]] = stablehlo.dynamic_broadcast_in_dim %[[ZERO]]
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[SUM]], %[[ZEROS]]
// CHECK: tensor.insert_slice %arg1 into %[[COPY]]
func.func @updated_sum(%table: tensor<2xi32>, %u: tensor<1xf32>) -> (tensor<?xf32>, tensor<1x?xf32>) {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_broadcast_in_dim %two, %table, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<1x?xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1x?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.dynamic_update_slice %1, %u, %i : (tensor<?xf32>, tensor<1xf32>, tensor<i32>) -> tensor<?xf32>
  return %2, %0 : tensor<?xf32>, tensor<1x?xf32>
}

// A fill that is updated has memory of its own.
// CHECK-LABEL: func.func @updated_fill
// CHECK-NOT: optimization_barrier
// CHECK: return
func.func @updated_fill(%rows: tensor<1xi32>, %table: tensor<2xi32>, %u: tensor<1xf32>) -> (tensor<?xf32>, tensor<1x?xf32>) {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_broadcast_in_dim %two, %rows, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %two, %table, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<1x?xf32>
  %2 = stablehlo.dynamic_update_slice %0, %u, %i : (tensor<?xf32>, tensor<1xf32>, tensor<i32>) -> tensor<?xf32>
  return %2, %1 : tensor<?xf32>, tensor<1x?xf32>
}
