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

// A number that equals a size is replaced by the op that reads it.
// CHECK-LABEL: @computed_size
func.func @computed_size(%x: tensor<?xf32>) -> tensor<i32> {
  // CHECK: %[[SIZE:.*]] = stablehlo.get_dimension_size
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.maximum %a, %a : tensor<i32>
  // CHECK: return %[[SIZE]]
  return %b : tensor<i32>
}
