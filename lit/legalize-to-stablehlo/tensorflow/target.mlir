// A target reads ops of `tf`, and lowers those that broadcast, without further options.
// RUN: bcast-lower --target=xla %s | FileCheck %s
// RUN: bcast-lower --target=iree %s | FileCheck %s --check-prefix=IREE
// RUN: bcast-lower --target=xla --rules=tensorflow %s | FileCheck %s
// RUN: not bcast-lower %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: error: operation being parsed with an unregistered dialect

// CHECK-LABEL: @main
// IREE-LABEL: @main
func.func @main(%x: tensor<?x4xi32>, %y: tensor<?x1xi32>) -> tensor<?x4xi32> attributes {tf.entry_function = {inputs = "x,y"}} {
  // CHECK: shape_assertion{{.*}}"tf.TruncateMod: operand #0
  // CHECK: stablehlo.remainder
  // IREE: cf.assert
  // IREE: stablehlo.remainder
  %0 = "tf.TruncateMod"(%x, %y) {device = ""} : (tensor<?x4xi32>, tensor<?x1xi32>) -> tensor<?x4xi32>
  %s = "tf.Const"() {value = dense<[-1, 4]> : tensor<2xi32>} : () -> tensor<2xi32>
  // CHECK-NOT: "tf.{{[A-Za-z]+}}"(
  // IREE-NOT: "tf.{{[A-Za-z]+}}"(
  %1 = "tf.Reshape"(%0, %s) {device = ""} : (tensor<?x4xi32>, tensor<2xi32>) -> tensor<?x4xi32>
  return %1 : tensor<?x4xi32>
}

// Functions with ops of `tf` are inlined for IREE as others are.
// IREE-LABEL: @caller
// IREE-NOT: call
// IREE: return
func.func @caller(%x: tensor<?x?xf32>) -> tensor<?x2xf32> {
  %0 = call @callee(%x) : (tensor<?x?xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// IREE-NOT: @callee
func.func private @callee(%x: tensor<?x?xf32>) -> tensor<?x2xf32> {
  %s = stablehlo.constant dense<[-1, 2]> : tensor<2xi64>
  %0 = "tf.Reshape"(%x, %s) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
