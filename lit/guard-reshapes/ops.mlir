// RUN: bcast-lower --pass-pipeline='builtin.module(guard-reshapes)' %s | FileCheck %s --implicit-check-not=cf.assert

// Nothing is known of the sizes: they must not be negative, and no product wraps. [?] => [?, ?]
// CHECK-LABEL: func.func @unknown_sizes
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[SHAPE:.*]]: tensor<2xi32>
// CHECK: %[[COUNT:.*]] = tensor.dim %[[X]], %
// CHECK: %[[LIMIT:.*]] = arith.addi %[[COUNT]], %
// CHECK: arith.minsi %{{.*}}, %[[LIMIT]] : index
// CHECK: arith.minsi %{{.*}}, %[[LIMIT]] : index
// CHECK: %[[PRODUCT:.*]] = arith.muli
// CHECK: %[[LIMITED:.*]] = arith.minsi %[[PRODUCT]], %[[LIMIT]]
// CHECK: arith.cmpi eq, %[[LIMITED]], %[[COUNT]]
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi sge
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_reshape: operand #0 of sizes [?] does not fit the result's sizes [?, ?]; expected the same number of elements"
// CHECK-NEXT: stablehlo.dynamic_reshape %[[X]], %[[SHAPE]]
func.func @unknown_sizes(%x: tensor<?xf32>, %shape: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Sizes that are known are in the message. [?, 4] => [2, ?, 3]
// CHECK-LABEL: func.func @known_sizes_are_named
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_reshape 'view': operand #0 'x' of sizes [?, 4] does not fit the result's sizes [2, ?, 3]; expected the same number of elements"
func.func @known_sizes_are_named(%x: tensor<?x4xf32> loc("x"), %n: tensor<1xi32>) -> tensor<2x?x3xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %shape = stablehlo.concatenate %two, %n, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x4xf32>, tensor<3xi32>) -> tensor<2x?x3xf32> loc("view")
  return %0 : tensor<2x?x3xf32>
}

// [?] => [2, 3]
// CHECK-LABEL: func.func @static_results
// CHECK: %[[SIX:.*]] = arith.constant 6 : index
// CHECK: %[[FITS:.*]] = arith.cmpi eq, %[[SIX]], %
// CHECK: cf.assert %[[FITS]], "stablehlo.reshape: operand #0 of sizes [?] does not fit the result's sizes [2, 3]; expected the same number of elements"
func.func @static_results(%x: tensor<?xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reshape %x : (tensor<?xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// A size that the type declares must be the one in the shape. [6] => [?, 3]
// CHECK-LABEL: func.func @declared_sizes
// CHECK: cf.assert %{{.*}}, "tensor.reshape: operand #0 of sizes [6] does not fit the result's sizes [?, 3]; expected the same number of elements"
// CHECK-NEXT: tensor.reshape
func.func @declared_sizes(%x: tensor<6xf32>, %shape: tensor<2xindex>) -> tensor<?x3xf32> {
  %0 = tensor.reshape %x(%shape) : (tensor<6xf32>, tensor<2xindex>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// [b, s, 32] => [s * b, 4, 8] => [b, s, 32]
// CHECK-LABEL: func.func @products_of_sizes_fit
func.func @products_of_sizes_fit(%x: tensor<?x?x32xf32>) -> tensor<?x?x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x32xf32>
  %s = tensor.dim %x, %c1 : tensor<?x?x32xf32>
  %rows = arith.muli %s, %b : index
  %heads = tensor.from_elements %rows, %c4, %c8 : tensor<3xindex>
  %0 = stablehlo.dynamic_reshape %x, %heads : (tensor<?x?x32xf32>, tensor<3xindex>) -> tensor<?x4x8xf32>
  %all = tensor.from_elements %b, %s, %c32 : tensor<3xindex>
  %1 = stablehlo.dynamic_reshape %0, %all : (tensor<?x4x8xf32>, tensor<3xindex>) -> tensor<?x?x32xf32>
  return %1 : tensor<?x?x32xf32>
}

// A size of -1 in the program: the number of elements, divided by the other sizes.
// [b, s, 32] => [b, s, b * s * 32 / b / s / 8, 8]
// CHECK-LABEL: func.func @inferred_sizes_fit
func.func @inferred_sizes_fit(%x: tensor<?x?x32xf32>) -> tensor<?x?x4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x32xf32>
  %s = tensor.dim %x, %c1 : tensor<?x?x32xf32>
  %rows = arith.muli %b, %s : index
  %count = arith.muli %rows, %c32 : index
  %by_batch = arith.divui %count, %b : index
  %by_row = arith.divui %by_batch, %s : index
  %heads = arith.divui %by_row, %c8 : index
  %shape = tensor.from_elements %b, %s, %heads, %c8 : tensor<4xindex>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?x32xf32>, tensor<4xindex>) -> tensor<?x?x4x8xf32>
  return %0 : tensor<?x?x4x8xf32>
}

// 7 elements do not fit [7 / 3, 3]. [n] => [n / 3, 3]
// CHECK-LABEL: func.func @quotients_may_be_rounded
// CHECK: cf.assert
func.func @quotients_may_be_rounded(%x: tensor<?xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %rows = arith.divui %n, %c3 : index
  %shape = tensor.from_elements %rows, %c3 : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// What a check has established is known after it. [n] => [m] with n = m
// CHECK-LABEL: func.func @checked_sizes_fit
// CHECK: cf.assert %{{.*}}, "sizes differ"
func.func @checked_sizes_fit(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?x1xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %equal = arith.cmpi eq, %n, %m : index
  cf.assert %equal, "sizes differ"
  %shape = tensor.from_elements %m, %c1 : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// A product of 32 bits may have wrapped. [b, s] => [b * s]
// CHECK-LABEL: func.func @narrow_products_may_wrap
// CHECK: cf.assert
func.func @narrow_products_may_wrap(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %s = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.multiply %b, %s : tensor<i32>
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Sizes in branches are known there only.
// CHECK-LABEL: func.func @regions
// CHECK: "stablehlo.if"
// CHECK: cf.assert
// CHECK: cf.assert
func.func @regions(%p: tensor<i1>, %x: tensor<?xf32>, %shape: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.dynamic_reshape %x, %shape : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    stablehlo.return %1 : tensor<?x?xf32>
  }, {
    %1 = stablehlo.dynamic_reshape %x, %shape : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    stablehlo.return %1 : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Nothing checks what the arguments of a function declare: %y may have another size.
func.func private @second(%x: tensor<?xf32> {bcast.dims = ["n"]}, %y: tensor<?xf32> {bcast.dims = ["n"]}) -> tensor<?xf32> {
  return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @declared_symbols_of_a_callee_are_not_known
// CHECK: call @second
// CHECK: cf.assert
func.func @declared_symbols_of_a_callee_are_not_known(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?x1xf32> {
  %0 = func.call @second(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n, %c1 : tensor<2xindex>
  %1 = stablehlo.dynamic_reshape %0, %shape : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x1xf32>
  return %1 : tensor<?x1xf32>
}

// Each dim is divided on its own. [?, ?, 6] => [?, 4, ?, 6]
// CHECK-LABEL: func.func @expanded_dims
// CHECK-SAME: %[[X:.*]]: tensor<?x?x6xf32>, %[[M:.*]]: index, %[[N:.*]]: index
// CHECK: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
// CHECK: %[[COLUMNS:.*]] = tensor.dim %[[X]], %c1
// CHECK: arith.cmpi eq, %{{.*}}, %[[ROWS]]
// CHECK: cf.assert %{{.*}}, "tensor.expand_shape: operand #0 'x' dim 0 of sizes [?] does not fit the result's sizes [?, 4]; expected the same number of elements"
// CHECK: arith.cmpi eq, %{{.*}}, %[[COLUMNS]]
// CHECK: cf.assert %{{.*}}, "tensor.expand_shape: operand #0 'x' dim 1 of sizes [?] does not fit the result's sizes [?]; expected the same number of elements"
// CHECK-NEXT: tensor.expand_shape
func.func @expanded_dims(%x: tensor<?x?x6xf32> loc("x"), %m: index, %n: index) -> tensor<?x4x?x6xf32> {
  %0 = tensor.expand_shape %x [[0, 1], [2], [3]] output_shape [%m, 4, %n, 6] : tensor<?x?x6xf32> into tensor<?x4x?x6xf32>
  return %0 : tensor<?x4x?x6xf32>
}

// [4 * n] => [n, 4]
// CHECK-LABEL: func.func @expanded_multiple
func.func @expanded_multiple(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %count = arith.muli %n, %c4 overflow<nsw> : index
  %0 = tensor.empty(%count) : tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// Rows of a tensor that is made for as many rows of this length fit; other rows are checked.
// CHECK-LABEL: func.func @rows(
// CHECK-COUNT-2: cf.assert
// CHECK-NOT: cf.assert
// CHECK: return
func.func @rows(%x: tensor<?xf32>, %m: index, %n: index) -> (tensor<?x16xf32>, tensor<?x8xf32>, tensor<?x16xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %count = arith.muli %n, %c16 : index
  %empty = tensor.empty(%count) : tensor<?xf32>
  %flat = tensor.insert_slice %x into %empty[0] [%size] [1] : tensor<?xf32> into tensor<?xf32>
  %0 = tensor.expand_shape %flat [[0, 1]] output_shape [%n, 16] : tensor<?xf32> into tensor<?x16xf32>
  %1 = tensor.expand_shape %flat [[0, 1]] output_shape [%n, 8] : tensor<?xf32> into tensor<?x8xf32>
  %2 = tensor.expand_shape %flat [[0, 1]] output_shape [%m, 16] : tensor<?xf32> into tensor<?x16xf32>
  return %0, %1, %2 : tensor<?x16xf32>, tensor<?x8xf32>, tensor<?x16xf32>
}
