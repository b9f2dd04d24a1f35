// RUN: bcast-lower --simplify-broadcasts %s | FileCheck %s

// A size computation that is itself simplified is recorded by its replacement.
// CHECK-LABEL: @replaced
func.func @replaced(%x: tensor<?xf32>) -> (tensor<1xi32>, tensor<1xi32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  // CHECK: %[[SHAPE:.*]] = stablehlo.reshape
  %p = stablehlo.dynamic_reshape %n, %c : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>
  %q = stablehlo.dynamic_reshape %n, %c : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>
  // CHECK: return %[[SHAPE]], %[[SHAPE]]
  return %p, %q : tensor<1xi32>, tensor<1xi32>
}
