// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize,cse)' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize,cse)' %s > %t
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize,cse)' %t | diff %t -

// What an assertion checks.
// CHECK-LABEL: func.func @assertion
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xf32>)
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[N:.*]] = arith.index_cast %[[ROWS]] : index to i32
// CHECK-DAG: %[[REST:.*]] = arith.remsi %[[N]], %c4_i32 : i32
// CHECK-DAG: %[[COLUMNS:.*]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[M:.*]] = arith.index_cast %[[COLUMNS]] : index to i32
// CHECK: %[[FITS:.*]] = arith.cmpi eq, {{%.*}}, {{%.*}} : i32
// CHECK: cf.assert %[[FITS]], "no"
// CHECK-NOT: stablehlo
func.func @assertion(%x: tensor<?x?xf32>) {
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %0 = stablehlo.remainder %n, %four : tensor<i32>
  %1 = stablehlo.compare EQ, %0, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = tensor.extract %1[] : tensor<i1>
  cf.assert %2, "no"
  return
}

// An element of a shape, and the number as an `index`.
// CHECK-LABEL: func.func @element
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xf32>)
// CHECK: %[[COLUMNS:.*]] = tensor.dim %[[X]], %c1
// CHECK: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
// CHECK: return %[[COLUMNS]], %[[ROWS]]
func.func @element(%x: tensor<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.concatenate %1, %0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %3 = tensor.extract %2[%c0] : tensor<2xi32>
  %4 = tensor.extract %2[%c1] : tensor<2xi32>
  %5 = arith.index_cast %3 : i32 to index
  %6 = arith.index_cast %4 : i32 to index
  return %5, %6 : index, index
}

// Sizes are computed in 32 bits where the program does so; a truth value is 0 or 1.
// CHECK-LABEL: func.func @widths
// CHECK: %[[N:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK: %[[PRODUCT:.*]] = arith.muli %[[N]], %[[N]] : i32
// CHECK: %[[WIDE:.*]] = arith.extsi %[[PRODUCT]] : i32 to i64
// CHECK: %[[IS_SQUARE:.*]] = arith.cmpi eq, %[[N]], %[[PRODUCT]] : i32
// CHECK: %[[OTHER:.*]] = arith.extui %[[IS_SQUARE]] : i1 to i64
// CHECK: return %[[WIDE]], %[[OTHER]]
func.func @widths(%x: tensor<?xf32>) -> (i64, i64) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.multiply %n, %n : tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.compare EQ, %0, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.convert %2 : (tensor<i1>) -> tensor<i64>
  %4 = tensor.extract %1[] : tensor<i64>
  %5 = tensor.extract %3[] : tensor<i64>
  return %4, %5 : i64, i64
}

// The shape that an op takes.
// CHECK-LABEL: func.func @shapes
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<f32>)
// CHECK: %[[SIZE:.*]] = tensor.dim %[[X]], %c0
// CHECK: %[[N:.*]] = arith.index_cast %[[SIZE]] : index to i64
// CHECK: %[[SHAPE:.*]] = tensor.from_elements %[[N]], %c4_i64 : tensor<2xi64>
// CHECK: stablehlo.dynamic_broadcast_in_dim %[[Y]], %[[SHAPE]], dims = [] : (tensor<f32>, tensor<2xi64>)
// A constant shape stays.
// CHECK: stablehlo.dynamic_broadcast_in_dim %[[Y]], %c, dims = []
func.func @shapes(%x: tensor<?xf32>, %y: tensor<f32>) -> (tensor<?x4xf32>, tensor<?xf32>) {
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.concatenate %0, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %y, %1, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %y, %four, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %2, %3 : tensor<?x4xf32>, tensor<?xf32>
}

// The number behind a barrier stays hidden, each time anew: branches must not be merged.
// CHECK-LABEL: func.func @barriers
// CHECK: %[[IS_ONE:.*]] = arith.cmpi eq
// CHECK: %[[A:.*]] = "util.optimization_barrier"(%[[IS_ONE]]) : (i1) -> i1
// CHECK: %[[B:.*]] = "util.optimization_barrier"(%[[IS_ONE]]) : (i1) -> i1
// CHECK: return %[[A]], %[[B]]
func.func @barriers(%x: tensor<?xf32>) -> (i1, i1) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.compare EQ, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1:2 = stablehlo.optimization_barrier %0, %n : tensor<i1>, tensor<i32>
  %2 = tensor.extract %1#0[] : tensor<i1>
  %3:2 = stablehlo.optimization_barrier %n, %0 : tensor<i32>, tensor<i1>
  %4 = tensor.extract %3#1[] : tensor<i1>
  return %2, %4 : i1, i1
}

// Sizes of unsigned tensors are read from tensors of the same bits.
// CHECK-LABEL: func.func @unsigned
// CHECK-SAME: (%[[X:.*]]: tensor<?xui8>)
// CHECK: %[[BITS:.*]] = stablehlo.bitcast_convert %[[X]] : (tensor<?xui8>) -> tensor<?xi8>
// CHECK: %[[N:.*]] = tensor.dim %[[BITS]]
// CHECK: %[[CAST:.*]] = arith.index_cast %[[N]]
// CHECK: %[[SUM:.*]] = arith.addi %[[CAST]], %[[CAST]]
// CHECK: return %[[SUM]]
func.func @unsigned(%x: tensor<?xui8>) -> i32 {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xui8>) -> tensor<i32>
  %0 = stablehlo.add %n, %n : tensor<i32>
  %1 = tensor.extract %0[] : tensor<i32>
  return %1 : i32
}

// Data, narrow integers and what kernels read stay.
// CHECK-LABEL: func.func @others
// CHECK-NOT: arith.{{div|rem|add}}
// CHECK-COUNT-2: tensor.extract
// CHECK: linalg.generic
// CHECK: tensor.extract
func.func @others(%x: tensor<?xf32>, %i: tensor<i32>) -> (i32, i16, tensor<4xi32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.add %n, %i : tensor<i32>
  %2 = stablehlo.convert %n : (tensor<i32>) -> tensor<i16>
  %4 = tensor.extract %0[] : tensor<i32>
  %6 = tensor.extract %2[] : tensor<i16>
  %8 = tensor.empty() : tensor<4xi32>
  %9 = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>], iterator_types = ["parallel"]} outs(%8 : tensor<4xi32>) {
  ^bb0(%old: i32):
    %10 = tensor.extract %n[] : tensor<i32>
    linalg.yield %10 : i32
  } -> tensor<4xi32>
  return %4, %6, %9 : i32, i16, tensor<4xi32>
}

// As `jnp.roll` computes a position: what it divides by is 1 in place of a size of 0.
// CHECK-LABEL: func.func @remainder_of_a_size(
// CHECK: %[[DIVISOR:.*]] = arith.select
// CHECK: arith.remsi %{{.*}}, %[[DIVISOR]]
// CHECK-NOT: stablehlo.remainder
// CHECK: return
func.func @remainder_of_a_size(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %minus = stablehlo.constant dense<-3> : tensor<i32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %is_zero = stablehlo.compare EQ, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %divisor = stablehlo.select %is_zero, %one, %n : tensor<i1>, tensor<i32>
  %0 = stablehlo.remainder %minus, %divisor : tensor<i32>
  %1 = stablehlo.add %0, %divisor : tensor<i32>
  %start = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %limit = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.real_dynamic_slice %x, %start, %limit, %ones : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// What may be 0 or -1 is divided by as StableHLO defines it; `arith` does not.
// CHECK-LABEL: func.func @divisions(
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[MINUS:.*]] = arith.constant -1 : i32
// CHECK-DAG: %[[N:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK: %[[IS_ZERO:.*]] = arith.cmpi eq, %[[D:.*]], %[[ZERO]]
// CHECK: %[[NOT_ZERO:.*]] = arith.select %[[IS_ZERO]], %[[ONE]], %[[D]]
// CHECK: %[[IS_MINUS:.*]] = arith.cmpi eq, %[[D]], %[[MINUS]]
// CHECK: %[[SAFE:.*]] = arith.select %[[IS_MINUS]], %[[ONE]], %[[NOT_ZERO]]
// CHECK: %[[QUOTIENT:.*]] = arith.divsi %[[N]], %[[SAFE]]
// CHECK: %[[NEGATED:.*]] = arith.subi %[[ZERO]], %[[N]]
// CHECK: %[[SIGNED:.*]] = arith.select %[[IS_MINUS]], %[[NEGATED]], %[[QUOTIENT]]
// CHECK: %[[ALL:.*]] = arith.select %[[IS_ZERO]], %[[MINUS]], %[[SIGNED]]
// CHECK: %[[REST:.*]] = arith.remsi %[[N]], %[[SAFE]]
// CHECK: %[[ALL_RESTS:.*]] = arith.select %[[IS_ZERO]], %[[N]], %[[REST]]
// CHECK: return %[[ALL]], %[[ALL_RESTS]]
func.func @divisions(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (i32, i32) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.divide %n, %m : tensor<i32>
  %2 = stablehlo.remainder %n, %m : tensor<i32>
  %3 = tensor.extract %1[] : tensor<i32>
  %4 = tensor.extract %2[] : tensor<i32>
  return %3, %4 : i32, i32
}
