// RUN: mlir-opt --irdl-file=%S/Inputs/mydialect.irdl.mlir %s -o /dev/null
// RUN: bcast-lower --irdl-file=%S/Inputs/mydialect.irdl.mlir --rules=%S/Inputs/irdl.toml %s | FileCheck %s
// RUN: bcast-lower --irdl-file=%S/Inputs/mydialect.irdl.mlir --rules=%S/Inputs/irdl.toml %s --emit-bytecode -o %t.mlirbc
// RUN: bcast-lower --irdl-file=%S/Inputs/mydialect.irdl.mlir --verify-broadcastable %t.mlirbc | FileCheck %s

// [2, 1] x [3] => [2, 3]
// CHECK-LABEL: @static_sizes
func.func @static_sizes(%a: tensor<2x1xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1]
  // CHECK: stablehlo.multiply %[[A]], %[[B]] : tensor<2x3xf32>
  %0 = "mydialect.multiply"(%a, %b) : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// [?] x [?] => [?]
// CHECK-LABEL: @dynamic_sizes
func.func @dynamic_sizes(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK-SAME: "mydialect.multiply: operand #0 dim 0 has size {0}, operand #1 dim 0 has size {1}
  // CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0
  // CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1
  // CHECK: stablehlo.multiply %[[A]], %[[B]] : tensor<?xf32>
  %0 = "mydialect.multiply"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// [?] x [3] => [3]
// CHECK-LABEL: @target_in_irdl
func.func @target_in_irdl(%a: tensor<?xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0
  // CHECK: "mydialect.add_same"(%[[A]], %arg1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %0 = "mydialect.add"(%a, %b) : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
