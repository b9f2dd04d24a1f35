// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize,cse)' %s | FileCheck %s

// A vector of indices that is tied to its size broadcasts.
// CHECK-LABEL: func.func @of_two_dims
// CHECK-SAME: (%[[S:.*]]: tensor<2xi32>)
// CHECK: %[[ELEMENT:.*]] = tensor.extract %[[S]][%c1]
// CHECK: %[[SIZE:.*]] = arith.index_cast %[[ELEMENT]] : i32 to index
// CHECK: %[[VECTOR:.*]] = stablehlo.dynamic_iota %{{.*}}, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
// CHECK: %[[TIED:.*]] = "flow.tensor.tie_shape"(%[[VECTOR]], %[[SIZE]])
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[S]], dims = [1] {known_nonexpanding_dimensions = array<i64: 0>}
func.func @of_two_dims(%s: tensor<2xi32>) -> tensor<?x?xi32> {
  %0 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// A vector is tied if another one that is computed from it broadcasts.
// CHECK-LABEL: func.func @broadcast
// CHECK: %[[VECTOR:.*]] = stablehlo.dynamic_iota
// CHECK: %[[TIED:.*]] = "flow.tensor.tie_shape"(%[[VECTOR]],
// CHECK: stablehlo.multiply %[[TIED]], %[[TIED]]
func.func @broadcast(%n: tensor<1xi32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<?xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// Other vectors stay, and so do iotas along a dim of known size.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: tie_shape
// CHECK: return
func.func @kept(%n: tensor<1xi32>, %s: tensor<2xi32>) -> (tensor<?xf32>, tensor<?x4xi32>) {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<?xf32>
  %2 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x4xi32>
  return %1, %2 : tensor<?xf32>, tensor<?x4xi32>
}

// A vector of unsigned indices is tied as the same bits without a sign.
// CHECK-LABEL: func.func @unsigned
// CHECK: stablehlo.dynamic_iota %{{.*}} -> tensor<?xui64>
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<?xui64>) -> tensor<?xi64>
// CHECK: "flow.tensor.tie_shape"({{.*}}) : (tensor<?xi64>, index) -> tensor<?xi64>
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<?xi64>) -> tensor<?xui64>
func.func @unsigned(%s: tensor<2xi32>) -> tensor<?x?xui64> {
  %0 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x?xui64>
  return %0 : tensor<?x?xui64>
}
