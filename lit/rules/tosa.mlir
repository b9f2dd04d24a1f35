// RUN: mlir-opt %s -o /dev/null
// RUN: bcast-lower --rules=tosa %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module(lower-broadcast{rules=tosa rules-only=on})' %s | FileCheck %s

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @add
func.func @add(%a: tensor<2x1xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.add %[[A]], %[[B]] : tensor<2x3xf32>
  %0 = tosa.add %a, %b : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @sub
func.func @sub(%a: tensor<2x1xi32>, %b: tensor<1x3xi32>) -> tensor<2x3xi32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.subtract %[[A]], %[[B]] : tensor<2x3xi32>
  %0 = tosa.sub %a, %b : (tensor<2x1xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @intdiv
func.func @intdiv(%a: tensor<2x1xi32>, %b: tensor<1x3xi32>) -> tensor<2x3xi32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.divide %[[A]], %[[B]] : tensor<2x3xi32>
  %0 = tosa.intdiv %a, %b : (tensor<2x1xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @pow
func.func @pow(%a: tensor<2x1xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.power %[[A]], %[[B]] : tensor<2x3xf32>
  %0 = tosa.pow %a, %b : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @maximum
func.func @maximum(%a: tensor<2x1xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.maximum %[[A]], %[[B]] : tensor<2x3xf32>
  %0 = tosa.maximum %a, %b : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @minimum
func.func @minimum(%a: tensor<2x1xi32>, %b: tensor<1x3xi32>) -> tensor<2x3xi32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.minimum %[[A]], %[[B]] : tensor<2x3xi32>
  %0 = tosa.minimum %a, %b : (tensor<2x1xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @equal
func.func @equal(%a: tensor<2x1xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xi1> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.compare EQ, %[[A]], %[[B]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %0 = tosa.equal %a, %b : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @greater
func.func @greater(%a: tensor<2x1xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xi1> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.compare GT, %[[A]], %[[B]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %0 = tosa.greater %a, %b : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @greater_equal
func.func @greater_equal(%a: tensor<2x1xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xi1> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.compare GE, %[[A]], %[[B]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %0 = tosa.greater_equal %a, %b : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @logical_and
func.func @logical_and(%a: tensor<2x1xi1>, %b: tensor<1x3xi1>) -> tensor<2x3xi1> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.and %[[A]], %[[B]] : tensor<2x3xi1>
  %0 = tosa.logical_and %a, %b : (tensor<2x1xi1>, tensor<1x3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @bitwise_and
func.func @bitwise_and(%a: tensor<2x1xi32>, %b: tensor<1x3xi32>) -> tensor<2x3xi32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.and %[[A]], %[[B]] : tensor<2x3xi32>
  %0 = tosa.bitwise_and %a, %b : (tensor<2x1xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @logical_or
func.func @logical_or(%a: tensor<2x1xi1>, %b: tensor<1x3xi1>) -> tensor<2x3xi1> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.or %[[A]], %[[B]] : tensor<2x3xi1>
  %0 = tosa.logical_or %a, %b : (tensor<2x1xi1>, tensor<1x3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @bitwise_or
func.func @bitwise_or(%a: tensor<2x1xi32>, %b: tensor<1x3xi32>) -> tensor<2x3xi32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.or %[[A]], %[[B]] : tensor<2x3xi32>
  %0 = tosa.bitwise_or %a, %b : (tensor<2x1xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @logical_xor
func.func @logical_xor(%a: tensor<2x1xi1>, %b: tensor<1x3xi1>) -> tensor<2x3xi1> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.xor %[[A]], %[[B]] : tensor<2x3xi1>
  %0 = tosa.logical_xor %a, %b : (tensor<2x1xi1>, tensor<1x3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @bitwise_xor
func.func @bitwise_xor(%a: tensor<2x1xi32>, %b: tensor<1x3xi32>) -> tensor<2x3xi32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.xor %[[A]], %[[B]] : tensor<2x3xi32>
  %0 = tosa.bitwise_xor %a, %b : (tensor<2x1xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @logical_left_shift
func.func @logical_left_shift(%a: tensor<2x1xi32>, %b: tensor<1x3xi32>) -> tensor<2x3xi32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.shift_left %[[A]], %[[B]] : tensor<2x3xi32>
  %0 = tosa.logical_left_shift %a, %b : (tensor<2x1xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// [2, 1] x [1, 3] => [2, 3]
// CHECK-LABEL: @logical_right_shift
func.func @logical_right_shift(%a: tensor<2x1xi32>, %b: tensor<1x3xi32>) -> tensor<2x3xi32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.shift_right_logical %[[A]], %[[B]] : tensor<2x3xi32>
  %0 = tosa.logical_right_shift %a, %b : (tensor<2x1xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// [2, 1] x [1, 3] => [2, 3]: without rounding
// CHECK-LABEL: @arithmetic_right_shift
func.func @arithmetic_right_shift(%a: tensor<2x1xi32>, %b: tensor<1x3xi32>) -> tensor<2x3xi32> {
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1]
  // CHECK-NEXT: stablehlo.shift_right_arithmetic %[[A]], %[[B]] : tensor<2x3xi32>
  %0 = tosa.arithmetic_right_shift %a, %b {round = false} : (tensor<2x1xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// [2, 1] x [1, 3] => [2, 3]: the shift operand is removed.
// CHECK-LABEL: @mul
func.func @mul(%a: tensor<2x1xi32>, %b: tensor<1x3xi32>) -> tensor<2x3xi32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1
  // CHECK-NEXT: stablehlo.multiply %[[A]], %[[B]] : tensor<2x3xi32>
  %0 = tosa.mul %a, %b, %shift : (tensor<2x1xi32>, tensor<1x3xi32>, tensor<1xi8>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// [?, 3] x [1, 3] x [?, 1] => [?, 3]
// CHECK-LABEL: @select
func.func @select(%p: tensor<?x3xi1>, %a: tensor<1x3xf32>, %b: tensor<?x1xf32>) -> tensor<?x3xf32> {
  // CHECK: "tosa.select: operand #0 dim 0 has size {0}, operand #2 dim 0 has size {1}
  // CHECK: %[[P:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0
  // CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1
  // CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg2
  // CHECK: stablehlo.select %[[P]], %[[A]], %[[B]] : tensor<?x3xi1>, tensor<?x3xf32>
  %0 = tosa.select %p, %a, %b : (tensor<?x3xi1>, tensor<1x3xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
