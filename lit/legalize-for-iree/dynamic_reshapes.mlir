// RUN: bcast-lower --target=iree --iree-disable=merged-dims %s | FileCheck %s
// RUN: bcast-lower --target=iree --iree-disable=merged-dims %s > %t
// RUN: bcast-lower --target=iree --iree-disable=merged-dims %t | diff %t -

// [?, ?] => [?, 2, ?]
// The sizes that are computed are a list of `index`; IREE would find too late that an integer is one of the operand's
// sizes.
// CHECK-LABEL: func.func @dynamic_reshape(
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg0, %c0
// CHECK-DAG: %[[HALF:.*]] = arith.divsi
// CHECK: %[[SHAPE:.*]] = tensor.from_elements %[[N]], %c2, %{{.*}} : tensor<3xindex>
// CHECK: tensor.reshape %arg0(%[[SHAPE]]) : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x2x?xf32>
func.func @dynamic_reshape(%x: tensor<?x?xf32>) -> tensor<?x2x?xf32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %half = stablehlo.divide %m, %two : tensor<i32>
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.reshape %two : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %0, %1, %2, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %3 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x2x?xf32>
  return %3 : tensor<?x2x?xf32>
}

// [?] => [?, ?]
// Sizes that are data are read by IREE.
// CHECK-LABEL: func.func @to_data(
// CHECK: tensor.reshape %arg0(%arg1) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
func.func @to_data(%x: tensor<?xf32>, %shape: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @reshapes
func.func @reshapes(%x: tensor<?x?xf32>, %shape: tensor<1xi32>) -> tensor<?xf32> {
  // CHECK: tensor.reshape %{{.*}}(%{{.*}}) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
