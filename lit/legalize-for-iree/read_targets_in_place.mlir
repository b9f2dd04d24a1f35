// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=hidden-fills,masked-loops})' %s | FileCheck %s -enable-var-scope

// An update in place would change the argument that is returned, too.
// CHECK-LABEL: func.func @returned_argument
// CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%c1{{.*}})
// CHECK: %[[IS_ONE:.*]] = arith.cmpi eq, %[[HIDDEN]], %c1
// CHECK: %[[TRUE:.*]] = tensor.from_elements %[[IS_ONE]]
// CHECK: %[[COPY:.*]] = stablehlo.select %[[TRUE]], %arg0, %{{.*}} : tensor<i1>, tensor<4xf32>
// CHECK: stablehlo.dynamic_update_slice %[[COPY]]
// CHECK: return %{{.*}}, %arg0
func.func @returned_argument(%x: tensor<4xf32>, %y: tensor<1xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  return %0, %x : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @returned_argument_that_is_only_read
// CHECK-NOT: stablehlo.select
// CHECK: return %{{.*}}, %arg0
func.func @returned_argument_that_is_only_read(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0, %x : tensor<4xf32>, tensor<4xf32>
}

// Two sorts in place would work on the same positions.
// CHECK-LABEL: func.func @positions_of_two_sorts
// CHECK: %[[IOTA:.*]] = stablehlo.dynamic_iota
// CHECK: "stablehlo.sort"(%arg0, %[[IOTA]])
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[IOTA]], %{{.*}} : tensor<i1>, tensor<?xi32>
// CHECK: "stablehlo.sort"(%arg1, %[[COPY]])
func.func @positions_of_two_sorts(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xi32>, tensor<?xf32>, tensor<?xi32>) {
  %iota = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %0:2 = "stablehlo.sort"(%x, %iota) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  %1:2 = "stablehlo.sort"(%y, %iota) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<?xf32>, tensor<?xi32>, tensor<?xf32>, tensor<?xi32>
}

// So would a sort of positions that are returned with another sign: IREE does not distinguish the two.
// CHECK-LABEL: func.func @positions_of_two_types
// CHECK: %[[IOTA:.*]] = stablehlo.dynamic_iota {{.*}} -> tensor<?xi32>
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[IOTA]], %{{.*}} : tensor<i1>, tensor<?xi32>
// CHECK: "stablehlo.sort"(%[[COPY]])
func.func @positions_of_two_types(%n: tensor<1xi32>) -> (tensor<?xi32>, tensor<?xui32>) {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %1 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xui32>
  %2 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %3 = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<?xi32>) -> tensor<?xi32>
  return %2, %1 : tensor<?xi32>, tensor<?xui32>
}

// Fills of integers of two types are one tensor, too.
// CHECK-LABEL: func.func @fills_of_two_types
// CHECK-COUNT-2: stablehlo.dynamic_broadcast_in_dim
// CHECK: util.optimization_barrier
// CHECK: %[[COPY:.*]] = stablehlo.dynamic_broadcast_in_dim
// CHECK: tensor.insert_slice %arg1 into %[[COPY]]
func.func @fills_of_two_types(%n: tensor<1xi32>, %x: tensor<1xi32>, %at: tensor<i32>) -> (tensor<?xi32>, tensor<?xui32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<ui32>
  %0 = stablehlo.dynamic_broadcast_in_dim %zero, %n, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %none, %n, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
  %2 = stablehlo.dynamic_update_slice %0, %x, %at : (tensor<?xi32>, tensor<1xi32>, tensor<i32>) -> tensor<?xi32>
  return %2, %1 : tensor<?xi32>, tensor<?xui32>
}

// A fill that is returned, too, is filled again for the update.
// CHECK-LABEL: func.func @fill_beside_an_update
// CHECK: %[[FILL:.*]] = stablehlo.dynamic_broadcast_in_dim
// CHECK: %[[AGAIN:.*]] = stablehlo.dynamic_broadcast_in_dim
// CHECK: %[[RESULT:.*]] = tensor.insert_slice %arg1 into %[[AGAIN]]
// CHECK: return %[[RESULT]], %[[FILL]]
func.func @fill_beside_an_update(%n: tensor<1xi32>, %x: tensor<1xf32>, %at: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %three = stablehlo.constant dense<3.0> : tensor<f32>
  %0 = stablehlo.dynamic_broadcast_in_dim %three, %n, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_update_slice %0, %x, %at : (tensor<?xf32>, tensor<1xf32>, tensor<i32>) -> tensor<?xf32>
  return %1, %0 : tensor<?xf32>, tensor<?xf32>
}

// So would one of a tensor that is computed, also through another shape. What is only inserted stays as it is.
// CHECK-LABEL: func.func @returned_tensor
// CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %arg0
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[SUM]], %{{.*}} : tensor<i1>, tensor<?x2xi32>
// CHECK: %[[UPDATED:.*]] = tensor.insert_slice %arg2 into %[[COPY]]
// CHECK: return %[[SUM]], %{{.*}}, %[[UPDATED]], %arg2
func.func @returned_tensor(%x: tensor<?x2xi32>, %y: tensor<3xi32>, %u: tensor<1x2xi32>, %i: tensor<i32>) -> (tensor<?x2xi32>, tensor<3xi32>, tensor<?x2xi32>, tensor<1x2xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %x, %x : tensor<?x2xi32>
  %1 = stablehlo.add %y, %y : tensor<3xi32>
  %2 = stablehlo.dynamic_update_slice %0, %u, %i, %zero : (tensor<?x2xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<?x2xi32>
  return %0, %1, %2, %u : tensor<?x2xi32>, tensor<3xi32>, tensor<?x2xi32>, tensor<1x2xi32>
}
// CHECK-LABEL: func.func @returned_in_another_shape
// CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %arg0
// CHECK: %[[RESHAPED:.*]] = stablehlo.reshape %[[SUM]]
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[RESHAPED]], %{{.*}} : tensor<i1>, tensor<6xi32>
// CHECK: "stablehlo.sort"(%[[COPY]])
// CHECK: return %[[SUM]]
func.func @returned_in_another_shape(%x: tensor<3x2xi32>) -> (tensor<3x2xi32>, tensor<6xi32>) {
  %0 = stablehlo.add %x, %x : tensor<3x2xi32>
  %1 = stablehlo.reshape %0 : (tensor<3x2xi32>) -> tensor<6xi32>
  %2 = "stablehlo.sort"(%1) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %3 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<6xi32>) -> tensor<6xi32>
  return %0, %2 : tensor<3x2xi32>, tensor<6xi32>
}

// A function that is called may sort what it gets.
// CHECK-LABEL: func.func @passed(
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %arg0, %{{.*}}
// CHECK: %[[TOP:.*]] = call @sorted(%[[COPY]])
// CHECK: return %arg0, %[[TOP]]
func.func @passed(%x: tensor<?x2xui32>) -> (tensor<?x2xui32>, tensor<?x2xui32>) {
  %0 = call @sorted(%x) : (tensor<?x2xui32>) -> tensor<?x2xui32>
  return %x, %0 : tensor<?x2xui32>, tensor<?x2xui32>
}
func.func private @sorted(%x: tensor<?x2xui32>) -> tensor<?x2xui32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<?x2xui32>) -> tensor<?x2xui32>
  return %0 : tensor<?x2xui32>
}
