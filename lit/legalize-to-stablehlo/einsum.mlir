// RUN: bcast-lower %s --legalize-to-stablehlo | FileCheck %s -enable-var-scope

// Of the dims that `...` stands for, those of one element broadcast, which is checked.
// CHECK-LABEL: func.func @batches
// CHECK-SAME: (%[[A:.*]]: tensor<?x?x?xf32>, %[[B:.*]]: tensor<?x?x?xf32>)
// CHECK: stablehlo.custom_call @shape_assertion({{.*}}stablehlo.einsum: operand #0 dim 0 has size {0}, operand #1 dim 0 has size {1}; expected equal sizes
// CHECK: %[[L:.*]] = stablehlo.dynamic_broadcast_in_dim %[[A]], {{.*}}, dims = [0, 1, 2]
// CHECK: %[[R:.*]] = stablehlo.dynamic_broadcast_in_dim %[[B]], {{.*}}, dims = [0, 1, 2]
// CHECK: stablehlo.dot_general %[[L]], %[[R]], batching_dims = [0] x [0], contracting_dims = [2] x [1]
func.func @batches(%a: tensor<?x?x?xf32>, %b: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.einsum %a, %b, config = "...ij,...jk->...ik" : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// What needs no broadcast: a dim of one operand alone, and equal sizes.
// CHECK-LABEL: func.func @no_broadcast
// CHECK-SAME: (%[[A:.*]]: tensor<?x4x?xf32>, %[[B:.*]]: tensor<4x?xf32>)
// CHECK-NEXT: %[[P:.*]] = stablehlo.dot_general %[[A]], %[[B]], batching_dims = [1] x [0], contracting_dims = [2] x [1]
// CHECK-NEXT: stablehlo.transpose %[[P]], dims = [1, 0]
func.func @no_broadcast(%a: tensor<?x4x?xf32>, %b: tensor<4x?xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.einsum %a, %b, config = "...i,...i->..." : (tensor<?x4x?xf32>, tensor<4x?xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Static sizes; `j` is summed before the product, and `...` is summed with it.
// CHECK-LABEL: func.func @static
// CHECK-SAME: (%[[A:.*]]: tensor<5x1x3xf32>, %[[B:.*]]: tensor<2x3xf32>)
// CHECK: %[[SUM:.*]] = stablehlo.reduce(%[[A]] init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// CHECK: %[[L:.*]] = stablehlo.broadcast_in_dim %[[SUM]], dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
// CHECK: stablehlo.dot_general %[[L]], %[[B]], batching_dims = [1] x [1], contracting_dims = [0] x [0]
func.func @static(%a: tensor<5x1x3xf32>, %b: tensor<2x3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.einsum %a, %b, config = "j...i,...i->i" : (tensor<5x1x3xf32>, tensor<2x3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @one_operand
// CHECK: stablehlo.reduce(%arg0 init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// CHECK: stablehlo.transpose %{{.*}}, dims = [1, 0]
func.func @one_operand(%a: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.unary_einsum %a, config = "ijk->kj" : (tensor<?x?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Elements are added in the result's type.
// CHECK-LABEL: func.func @wider
// CHECK: %[[WIDE:.*]] = stablehlo.convert %arg0 : (tensor<2x3xi8>) -> tensor<2x3xi32>
// CHECK: stablehlo.reduce(%[[WIDE]] init
func.func @wider(%a: tensor<2x3xi8>, %b: tensor<2xi8>) -> tensor<2xi32> {
  %0 = stablehlo.einsum %a, %b, config = "ab,a->a" : (tensor<2x3xi8>, tensor<2xi8>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
