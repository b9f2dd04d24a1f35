// Broadcastable ops are found at any nesting.
// RUN: bcast-lower --allow-unregistered-dialect %s | FileCheck %s --implicit-check-not=chlo.

// CHECK-LABEL: module @outer
module @outer {
  // Outside any function.
  // CHECK: "test.source"
  // CHECK: stablehlo.dynamic_broadcast_in_dim
  // CHECK: stablehlo.add
  %source = "test.source"() : () -> tensor<?xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %sum = chlo.broadcast_add %source, %one : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>

  // CHECK: module @inner
  module @inner {
    // CHECK: func.func @nested
    func.func @nested(%a: tensor<?xf32>, %b: tensor<f32>) -> tensor<?xf32> {
      // CHECK: stablehlo.get_dimension_size %arg0
      // CHECK: stablehlo.subtract
      %0 = chlo.broadcast_subtract %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
  }

  // In a graph region, an op may precede the ops that define its operands.
  // CHECK: "test.use_before_definition"
  "test.use_before_definition"() ({
    // CHECK: stablehlo.get_dimension_size %[[LATER:.*]], dim = 0
    // CHECK: stablehlo.multiply
    // CHECK: %[[LATER]] = stablehlo.add
    %product = chlo.broadcast_multiply %later, %one : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    %later = chlo.broadcast_add %source, %one : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    "test.end"(%product) : (tensor<?xf32>) -> ()
  }) : () -> ()
}

// In the regions of an op of an unknown dialect.
// CHECK-LABEL: func.func @unknown_op
func.func @unknown_op(%a: tensor<?xf32>, %b: tensor<f32>) {
  // CHECK: "test.first"
  "test.first"() ({
    // CHECK: stablehlo.divide
    %0 = chlo.broadcast_divide %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    "test.yield"(%0) : (tensor<?xf32>) -> ()
  }, {
    // CHECK: stablehlo.power
    %0 = chlo.broadcast_power %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    "test.yield"(%0) : (tensor<?xf32>) -> ()
  }) : () -> ()
  return
}

// In the regions of StableHLO's own ops.
// CHECK-LABEL: func.func @reducer
func.func @reducer(%a: tensor<?x4xf32>, %init: tensor<f32>) -> tensor<?xf32> {
  // CHECK: stablehlo.reduce
  // CHECK: stablehlo.maximum
  %0 = "stablehlo.reduce"(%a, %init) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = chlo.broadcast_maximum %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
