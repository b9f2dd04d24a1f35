// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree)' --split-input-file %s | FileCheck %s

// The lowest bits are the first element.
// [?] => [?, 4]
// CHECK-LABEL: func.func @split
// CHECK: %[[ALL:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, %[[SHAPE:.*]], dims = [0] {{.*}} : (tensor<?xi32>, tensor<2xi64>) -> tensor<?x4xi32>
// CHECK: %[[DISTANCES:.*]] = stablehlo.constant dense<[0, 8, 16, 24]> : tensor<4xi32>
// CHECK: %[[BY:.*]] = stablehlo.dynamic_broadcast_in_dim %[[DISTANCES]], %[[SHAPE]], dims = [1]
// CHECK: %[[SHIFTED:.*]] = stablehlo.shift_right_logical %[[ALL]], %[[BY]]
// CHECK: stablehlo.convert %[[SHIFTED]] : (tensor<?x4xi32>) -> tensor<?x4xi8>
// CHECK-NOT: bitcast_convert
func.func @split(%x: tensor<?xi32>) -> tensor<?x4xi8> {
  %0 = stablehlo.bitcast_convert %x : (tensor<?xi32>) -> tensor<?x4xi8>
  return %0 : tensor<?x4xi8>
}

// -----

// A float's bits are those of an integer of its width. The sign of a part is not repeated.
// [?, 2] => [?]
// CHECK-LABEL: func.func @joined
// CHECK: %[[BITS:.*]] = stablehlo.bitcast_convert %arg0 : (tensor<?x2xbf16>) -> tensor<?x2xi16>
// CHECK: %[[MASK:.*]] = stablehlo.constant dense<65535> : tensor<i32>
// CHECK: %[[FIRST:.*]] = tensor.extract_slice %[[BITS]][0, 0] [%{{.*}}, 1] [1, 1] : tensor<?x2xi16> to tensor<?xi16>
// CHECK: %[[LOW:.*]] = stablehlo.and
// CHECK: %[[SECOND:.*]] = tensor.extract_slice %[[BITS]][0, 1] [%{{.*}}, 1] [1, 1] : tensor<?x2xi16> to tensor<?xi16>
// CHECK: %[[HIGH:.*]] = stablehlo.shift_left
// CHECK: %[[WHOLE:.*]] = stablehlo.or %[[LOW]], %[[HIGH]] : tensor<?xi32>
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<?xi32>) -> tensor<?xf32>
func.func @joined(%x: tensor<?x2xbf16>) -> tensor<?xf32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<?x2xbf16>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// IREE compiles this one.
// CHECK-LABEL: func.func @static
// CHECK: stablehlo.bitcast_convert %arg0 : (tensor<3xi32>) -> tensor<3x4xi8>
func.func @static(%x: tensor<3xi32>) -> tensor<3x4xi8> {
  %0 = stablehlo.bitcast_convert %x : (tensor<3xi32>) -> tensor<3x4xi8>
  return %0 : tensor<3x4xi8>
}
