// RUN: bcast-lower --pass-pipeline='builtin.module(guard-sizes)' %s | FileCheck %s --implicit-check-not=cf.assert
// RUN: bcast-lower --pass-pipeline='builtin.module(guard-sizes{guard-sizes=off})' %s | FileCheck %s --check-prefix=OFF

// OFF-NOT: does not fit

// The second op needs nothing more.
// CHECK-LABEL: func.func @elementwise
// CHECK-SAME: attributes {bcast.guarded_sizes}
// CHECK: %[[Y:.*]] = tensor.dim %arg1
// CHECK: %[[X:.*]] = tensor.dim %arg0
// CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %[[Y]], %[[X]] : index
// CHECK: cf.assert %[[EQUAL]], "stablehlo.add: the size of operand #1 dim 0 does not fit; expected the size of operand #0 dim 0"
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: stablehlo.multiply
func.func @elementwise(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.add %x, %y : tensor<?x4xf32>
  %1 = stablehlo.multiply %0, %y : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @declared_size
// CHECK: cf.assert %{{.*}}, "stablehlo.concatenate: the number that its operands give does not fit; expected 8, the declared size of result #0 dim 0"
func.func @declared_size(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<8xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @contracted
// CHECK: cf.assert %{{.*}}, "stablehlo.dot_general: the size of operand #0 dim 1 does not fit; expected 7, the size of operand #1 dim 0"
func.func @contracted(%x: tensor<?x?xf32>, %y: tensor<7x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<7x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @broadcast
// CHECK: arith.ori
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_broadcast_in_dim: the size of operand #0 dim 0 does not fit; expected element 0 of operand #1, or 1"
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_broadcast_in_dim: element 0 of operand #1 does not fit; expected at least 0"
func.func @broadcast(%x: tensor<?xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @slice
// CHECK: arith.cmpi sle, %c11
// CHECK: cf.assert %{{.*}}, "stablehlo.slice: the size of operand #0 'rows' dim 0 does not fit; expected at least 11"
func.func @slice(%x: tensor<?xf32> loc("rows")) -> tensor<11xf32> {
  %0 = stablehlo.slice %x [0:11] : (tensor<?xf32>) -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// An op with a region gets its assertion in front of it; what the program has checked is not checked again.
// CHECK-LABEL: func.func @windows
// CHECK: cf.assert %{{.*}}, "stablehlo.scatter: the size of operand #2 dim 0 does not fit; expected at most the size of operand #0 dim 0"
// CHECK-NEXT: stablehlo.scatter
func.func @windows(%x: tensor<?x1xf32>, %y: tensor<?xf32>) -> tensor<?x1xf32> {
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  %0 = "stablehlo.scatter"(%x, %zero, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x1xf32>, tensor<1xi64>, tensor<?xf32>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// CHECK-LABEL: func.func @checked_windows
// CHECK: cf.assert %{{.*}}, "they fit"
// CHECK-NEXT: stablehlo.scatter
func.func @checked_windows(%x: tensor<?x1xf32>, %y: tensor<?xf32>) -> tensor<?x1xf32> {
  %c0 = arith.constant 0 : index
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  %rows = tensor.dim %x, %c0 : tensor<?x1xf32>
  %updates = tensor.dim %y, %c0 : tensor<?xf32>
  %fit = arith.cmpi sge, %rows, %updates : index
  cf.assert %fit, "they fit"
  %0 = "stablehlo.scatter"(%x, %zero, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x1xf32>, tensor<1xi64>, tensor<?xf32>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// What stands behind an assertion that always fails needs nothing.
// CHECK-LABEL: func.func @never
// CHECK: cf.assert %false, "stablehlo.slice: the size of operand #0 dim 0 does not fit; expected at least 5"
// CHECK-NEXT: stablehlo.slice
// CHECK-NEXT: stablehlo.add
func.func @never(%y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.constant dense<4> : tensor<1xi32>
  %x = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = stablehlo.slice %x [0:5] : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.add %0, %y : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Only where a branch is taken.
// CHECK-LABEL: func.func @in_a_branch
// CHECK-NEXT: "stablehlo.if"
// CHECK: cf.assert %{{.*}}, "stablehlo.add: the size of operand #1 dim 0 does not fit; expected the size of operand #0 dim 0"
// CHECK-NEXT: stablehlo.add
func.func @in_a_branch(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.add %x, %y : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The output of a target is not guarded again.
// CHECK-LABEL: func.func @guarded
// CHECK-NEXT: stablehlo.add
func.func @guarded(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> attributes {bcast.guarded_sizes} {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
