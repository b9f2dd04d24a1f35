// The calls of a private function give facts only if nothing else uses the function.
// RUN: bcast-lower --allow-unregistered-dialect --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func private @called(
// CHECK-NOT: shape_assertion
// CHECK: stablehlo.add
func.func @caller(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @called(%a, %a) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @called(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Its module's attributes may use it.
// CHECK-LABEL: func.func private @of_the_module(
// CHECK: shape_assertion
module attributes {test.uses = [@of_the_module]} {
  func.func @caller(%a: tensor<?xf32>) -> tensor<?xf32> {
    %0 = call @of_the_module(%a, %a) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func private @of_the_module(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
    %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}

// -----

// So may attributes and properties of unregistered ops.
// CHECK-LABEL: func.func private @of_an_attribute(
// CHECK: shape_assertion
// CHECK-LABEL: func.func private @of_a_property(
// CHECK: shape_assertion
func.func @caller(%a: tensor<?xf32>) {
  %0 = call @of_an_attribute(%a, %a) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = call @of_a_property(%a, %a) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  "test.use"() <{symbols = [@of_a_property]}> {symbols = [@of_an_attribute]} : () -> ()
  return
}
func.func private @of_an_attribute(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @of_a_property(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
