// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

// Each element is read at its position. A choice that is always the element keeps IREE from making one loop of all dims.
// [m, n, 8] => [m, n, 8]
// CHECK-LABEL: func.func @rows
// CHECK-DAG: %[[M:.*]] = tensor.dim %arg0, %c0
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg0, %c1
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<?x?x8xf32>)
// CHECK-NEXT: ^bb0(%[[ORIGIN:.*]]: f32,
// CHECK-NEXT: %[[I:.*]] = linalg.index 0
// CHECK-NEXT: %[[J:.*]] = linalg.index 1
// CHECK-NEXT: %[[K:.*]] = linalg.index 2
// CHECK: %[[LAST:.*]] = arith.subi %[[N]], %{{.*}}
// CHECK: %[[PLACE:.*]] = arith.subi %[[LAST]], %[[J]]
// CHECK: %[[ELEMENT:.*]] = tensor.extract %arg0[%[[I]], %[[PLACE]], %[[K]]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[I]], %[[M]]
// CHECK: arith.select %[[INSIDE]], %[[ELEMENT]], %[[ORIGIN]]
func.func @rows(%x: tensor<?x?x8xf32>) -> tensor<?x?x8xf32> {
  %0 = stablehlo.reverse %x, dims = [1] : tensor<?x?x8xf32>
  return %0 : tensor<?x?x8xf32>
}

// A dim of size 1 stays as it is.
// CHECK-LABEL: func.func @dim_of_size_one
// CHECK: %[[J:.*]] = linalg.index 1
// CHECK: %[[K:.*]] = linalg.index 2
// CHECK: %[[PLACE:.*]] = arith.subi %{{.*}}, %[[J]]
// CHECK: tensor.extract %arg0[%{{.*}}, %[[PLACE]], %[[K]]]
func.func @dim_of_size_one(%x: tensor<1x?x8xf32>) -> tensor<1x?x8xf32> {
  %0 = stablehlo.reverse %x, dims = [0, 1] : tensor<1x?x8xf32>
  return %0 : tensor<1x?x8xf32>
}

// IREE has no such loops over unsigned numbers.
// CHECK-LABEL: func.func @unsigned
// CHECK: stablehlo.bitcast_convert %arg0
// CHECK: linalg.generic {{.*}} ins(%[[BITS:[0-9]+]]
// CHECK: tensor.extract %[[BITS]]
func.func @unsigned(%x: tensor<?x8xui8>) -> tensor<?x8xui8> {
  %0 = stablehlo.reverse %x, dims = [0, 1] : tensor<?x8xui8>
  return %0 : tensor<?x8xui8>
}

// CHECK-LABEL: func.func @stay
// CHECK-COUNT-2: stablehlo.reverse
func.func @stay(%x: tensor<?xf32>, %y: tensor<3x8xf32>) -> (tensor<?xf32>, tensor<3x8xf32>) {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?xf32>
  %1 = stablehlo.reverse %y, dims = [0] : tensor<3x8xf32>
  return %0, %1 : tensor<?xf32>, tensor<3x8xf32>
}
