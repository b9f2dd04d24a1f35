// RUN: bcast-lower --legalize-to-stablehlo %s | FileCheck %s

// Integers in vectors that are longer than shapes are computed as whole tensors.
// CHECK-LABEL: func.func @data
// CHECK-SAME: %[[A:[^:]*]]: tensor<9xi8>, %[[B:[^:]*]]: tensor<9xi8>
func.func @data(%a: tensor<9xi8>, %b: tensor<9xi8>) -> (tensor<9xi8>, tensor<9xi1>, tensor<9xi32>) {
  // CHECK-DAG: %[[THREE:.*]] = stablehlo.constant dense<3> : tensor<9xi8>
  // CHECK-DAG: %[[SUM:.*]] = stablehlo.add %[[A]], %[[B]] : tensor<9xi8>
  // CHECK: %[[PRODUCT:.*]] = stablehlo.multiply %[[SUM]], %[[THREE]] : tensor<9xi8>
  // CHECK: %[[LESS:.*]] = stablehlo.compare LT, %[[PRODUCT]], %[[B]]
  // CHECK: %[[WIDE:.*]] = stablehlo.convert %[[PRODUCT]] : (tensor<9xi8>) -> tensor<9xi32>
  // CHECK: return %[[PRODUCT]], %[[LESS]], %[[WIDE]]
  %c = arith.constant dense<3> : tensor<9xi8>
  %0 = arith.addi %a, %b : tensor<9xi8>
  %1 = arith.muli %0, %c : tensor<9xi8>
  %2 = arith.cmpi slt, %1, %b : tensor<9xi8>
  %3 = arith.extsi %1 : tensor<9xi8> to tensor<9xi32>
  return %1, %2, %3 : tensor<9xi8>, tensor<9xi1>, tensor<9xi32>
}

// XLA folds conversions of sizes to unsigned integers, but not reinterpretations of bits.
// CHECK-LABEL: func.func @unsigned_sizes
func.func @unsigned_sizes(%x: tensor<?x?x?xf32>) -> i64 {
  // CHECK: %[[COUNT:.*]] = stablehlo.convert %{{.*}} : (tensor<i64>) -> tensor<ui64>
  // CHECK: stablehlo.divide %[[COUNT]], %{{.*}} : tensor<ui64>
  // CHECK-NOT: bitcast_convert
  %c = arith.constant 3 : i64
  %s = shape.shape_of %x : tensor<?x?x?xf32> -> tensor<3xindex>
  %n = shape.num_elements %s : tensor<3xindex> -> index
  %i = arith.index_cast %n : index to i64
  %q = arith.divui %i, %c : i64
  return %q : i64
}

// The bits of narrow floats are stepped, too; where the sign alone is NaN, zero has no sign.
// CHECK-LABEL: func.func @next_after_narrow
func.func @next_after_narrow(%a: tensor<4xf8E4M3FNUZ>, %b: tensor<4xf8E4M3FNUZ>) -> tensor<4xf8E4M3FNUZ> {
  // CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<4xf8E4M3FNUZ>) -> tensor<4xi8>
  // CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<4xi8>) -> tensor<4xf8E4M3FNUZ>
  %0 = chlo.next_after %a, %b : tensor<4xf8E4M3FNUZ>, tensor<4xf8E4M3FNUZ> -> tensor<4xf8E4M3FNUZ>
  return %0 : tensor<4xf8E4M3FNUZ>
}
