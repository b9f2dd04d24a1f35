// RUN: bcast-lower --legalize-to-stablehlo %s | FileCheck %s

// Types of functions change, even if no op does.
// CHECK: func.func private @elsewhere(tensor<2xi64>) -> tensor<?xi64>
func.func private @elsewhere(tensor<2xindex>) -> tensor<?xindex>
// CHECK: func.func private @sizes(tensor<?xf32>) -> tensor<i64>
func.func private @sizes(tensor<?xf32>) -> index
func.func @main(%a: tensor<2xindex>, %b: tensor<?xf32>) -> (tensor<?xindex>, index) {
  %0 = func.call @elsewhere(%a) : (tensor<2xindex>) -> tensor<?xindex>
  %1 = func.call @sizes(%b) : (tensor<?xf32>) -> index
  return %0, %1 : tensor<?xindex>, index
}
