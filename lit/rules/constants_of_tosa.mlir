// RUN: bcast-lower --rules=tosa --target=iree %s | FileCheck %s
// RUN: bcast-lower --rules=tosa --target=xla %s | FileCheck %s

// What rules need of TOSA's constants does not mix TOSA with StableHLO.
// CHECK-NOT: tosa
// CHECK: stablehlo.constant dense<1.000000e+00> : tensor<1x4xf32>
// CHECK-NOT: tosa
func.func @product_and_sum(%x: tensor<?x4xf32>, %y: tensor<1x4xf32>) -> tensor<?x4xf32> {
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.mul %x, %y, %shift : (tensor<?x4xf32>, tensor<1x4xf32>, tensor<1xi8>) -> tensor<?x4xf32>
  %one = "tosa.const"() {values = dense<1.0> : tensor<1x4xf32>} : () -> tensor<1x4xf32>
  %1 = tosa.add %0, %one : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
