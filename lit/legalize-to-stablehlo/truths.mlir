// RUN: bcast-lower --legalize-to-stablehlo %s | FileCheck %s

// An `i1` is 0 or 1 as an unsigned number, and 0 or -1 as a signed one. Whatever a number was
// known to be before it was truncated to one bit, its lowest bit may be either.

// max(n, 2) truncated and extended is 0 for two elements, and -1 fails.
// CHECK-LABEL: func.func @truncated_then_extended
// CHECK: %[[P:.*]] = stablehlo.compare GE, %{{.*}}, %{{.*}} : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK: stablehlo.custom_call @shape_assertion(%[[P]])
func.func @truncated_then_extended(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %d = arith.maxsi %n, %c2 : index
  %i = arith.index_cast %d : index to i64
  %t = arith.trunci %i : i64 to i1
  %e = arith.extui %t : i1 to i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %s = arith.subi %e, %one : i32
  %p = arith.cmpi sge, %s, %zero : i32
  cf.assert %p, "an odd number of elements"
  return
}

// -1 is a large unsigned number.
// CHECK-LABEL: func.func @less_than_no_element
// CHECK: stablehlo.compare LT, %{{.*}}, %{{.*}} : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
// CHECK-LABEL: func.func @half_of_less_than_none
// CHECK: stablehlo.divide %{{.*}}, %{{.*}} : tensor<ui32>
func.func @less_than_no_element(%x: tensor<?xf32>) -> tensor<i1> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %d = arith.maxsi %n, %c2 : index
  %i = arith.index_cast %d : index to i64
  %t = arith.trunci %i : i64 to i1
  %e = arith.extui %t : i1 to i32
  %one = arith.constant 1 : i32
  %s = arith.subi %e, %one : i32
  %p = arith.cmpi ult, %s, %one : i32
  %0 = tensor.from_elements %p : tensor<i1>
  return %0 : tensor<i1>
}
func.func @half_of_less_than_none(%x: tensor<?xf32>) -> tensor<i32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %d = arith.maxsi %n, %c2 : index
  %i = arith.index_cast %d : index to i64
  %t = arith.trunci %i : i64 to i1
  %e = arith.extui %t : i1 to i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %s = arith.subi %e, %one : i32
  %h = arith.divui %s, %two : i32
  %0 = tensor.from_elements %h : tensor<i32>
  return %0 : tensor<i32>
}

// True is -1 as a signed number, so the greater one of two is true only if both are.
// CHECK-LABEL: func.func @signed_order
// CHECK-DAG: %[[MAX:.*]] = stablehlo.and %arg0, %arg1 : tensor<?xi1>
// CHECK-DAG: %[[MIN:.*]] = stablehlo.or %arg0, %arg1 : tensor<?xi1>
// CHECK-DAG: %[[NOT:.*]] = stablehlo.xor %arg1, %{{.*}} : tensor<?xi1>
// CHECK-DAG: %[[LESS:.*]] = stablehlo.and %[[NOT]], %arg0 : tensor<?xi1>
// CHECK: return %[[MAX]], %[[MIN]], %[[LESS]]
func.func @signed_order(%a: tensor<?xi1>, %b: tensor<?xi1>) -> (tensor<?xi1>, tensor<?xi1>, tensor<?xi1>) {
  %0 = arith.maxsi %a, %b : tensor<?xi1>
  %1 = arith.minsi %a, %b : tensor<?xi1>
  %2 = arith.cmpi slt, %a, %b : tensor<?xi1>
  return %0, %1, %2 : tensor<?xi1>, tensor<?xi1>, tensor<?xi1>
}

// CHECK-LABEL: func.func @unsigned_order
// CHECK-DAG: %[[NOT:.*]] = stablehlo.xor %arg0, %{{.*}} : tensor<i1>
// CHECK-DAG: %[[LESS:.*]] = stablehlo.or %arg1, %[[NOT]] : tensor<i1>
// CHECK: return %[[LESS]]
func.func @unsigned_order(%a: tensor<i1>, %b: tensor<i1>) -> tensor<i1> {
  %x = tensor.extract %a[] : tensor<i1>
  %y = tensor.extract %b[] : tensor<i1>
  %0 = arith.cmpi ule, %x, %y : i1
  %1 = tensor.from_elements %0 : tensor<i1>
  return %1 : tensor<i1>
}

// The only divisor that is not 0 is 1 or -1, and the only shift is by 0.
// CHECK-LABEL: func.func @divided_or_shifted
// CHECK-DAG: %[[FALSE:.*]] = stablehlo.constant dense<false> : tensor<i1>
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.dynamic_broadcast_in_dim %[[FALSE]]
// CHECK: return %arg0, %[[ZERO]], %arg0
func.func @divided_or_shifted(%a: tensor<?xi1>, %b: tensor<?xi1>) -> (tensor<?xi1>, tensor<?xi1>, tensor<?xi1>) {
  %0 = arith.divui %a, %b : tensor<?xi1>
  %1 = arith.remui %a, %b : tensor<?xi1>
  %2 = arith.shli %a, %b : tensor<?xi1>
  return %0, %1, %2 : tensor<?xi1>, tensor<?xi1>, tensor<?xi1>
}

// A sum of 8 bits wraps, so it is not computed in more bits.
// CHECK-LABEL: func.func @narrow_sum
// CHECK: %[[S:.*]] = stablehlo.add %{{.*}}, %{{.*}} : tensor<i8>
// CHECK: %[[W:.*]] = stablehlo.convert %[[S]] : (tensor<i8>) -> tensor<i32>
func.func @narrow_sum(%a: tensor<i8>, %b: tensor<i8>) -> tensor<?xf32> {
  %x = tensor.extract %a[] : tensor<i8>
  %y = tensor.extract %b[] : tensor<i8>
  %0 = arith.addi %x, %y : i8
  %s = tensor.from_elements %0 : tensor<1xi8>
  %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi8>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
