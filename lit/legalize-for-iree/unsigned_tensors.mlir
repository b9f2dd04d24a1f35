// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

// CHECK-LABEL: func.func @unsigned_reverse
// CHECK: %[[BITS:.*]] = stablehlo.bitcast_convert %arg0 : (tensor<?xui8>) -> tensor<?xi8>
// CHECK: %[[REVERSED:.*]] = stablehlo.reverse %[[BITS]], dims = [0] : tensor<?xi8>
// CHECK: stablehlo.bitcast_convert %[[REVERSED]] : (tensor<?xi8>) -> tensor<?xui8>
func.func @unsigned_reverse(%x: tensor<?xui8>) -> tensor<?xui8> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func.func @unsigned_size
func.func @unsigned_size(%x: tensor<?xui8>) -> tensor<i32> {
  // CHECK: %[[BITS:.*]] = stablehlo.bitcast_convert %arg0 : (tensor<?xui8>) -> tensor<?xi8>
  // CHECK: stablehlo.get_dimension_size %[[BITS]], dim = 0
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xui8>) -> tensor<i32>
  return %0 : tensor<i32>
}
