// RUN: bcast-lower --target=iree %s | FileCheck %s

// A sum of truth values is true if one of them is; IREE would add without carrying.

// CHECK-LABEL: func.func @sums
// CHECK-NOT: stablehlo.add
// CHECK: stablehlo.or
// CHECK-NOT: stablehlo.add
// CHECK: return
func.func @sums(%x: tensor<?xi1>, %y: tensor<?xi1>) -> tensor<?xi1> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// CHECK-LABEL: func.func @reducers
// CHECK: applies stablehlo.or
// CHECK: stablehlo.scatter
// CHECK: stablehlo.or
// CHECK-NOT: stablehlo.add
// CHECK: return
func.func @reducers(%x: tensor<?x3xi1>, %i: tensor<2x1xi32>, %u: tensor<2xi1>) -> (tensor<3xi1>, tensor<3xi1>) {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.reduce(%x init: %false) applies stablehlo.add across dimensions = [0] : (tensor<?x3xi1>, tensor<i1>) -> tensor<3xi1>
  %1 = "stablehlo.scatter"(%0, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %2 = stablehlo.add %a, %b : tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<3xi1>, tensor<2x1xi32>, tensor<2xi1>) -> tensor<3xi1>
  return %0, %1 : tensor<3xi1>, tensor<3xi1>
}

// Of the products of a window, too.
// CHECK-LABEL: func.func @convolution
// CHECK-NOT: stablehlo.add
// CHECK: stablehlo.or
// CHECK-NOT: stablehlo.add
// CHECK: return
func.func @convolution(%x: tensor<1x?x3xi1>, %k: tensor<2x3x4xi1>) -> tensor<1x?x4xi1> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x?x3xi1>, tensor<2x3x4xi1>) -> tensor<1x?x4xi1>
  return %0 : tensor<1x?x4xi1>
}
