// A rule file says which ops are constants without effects: they go if nothing uses them.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/unused_constants.toml %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/unused_constants.toml --print-rules -o %t.toml
// RUN: bcast-lower --allow-unregistered-dialect --rules-only --rules=%t.toml --print-rules | diff %t.toml -

// CHECK-LABEL: @main
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: "nn.number"() {count = 3 : i64}
// CHECK-NEXT: %[[N:.*]] = "nn.number"() {count = 2 : i64, from = "program"}
// CHECK-NEXT: stablehlo.add %{{.*}}, %[[N]]
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %m = "nn.mode"() : () -> !nn.mode
  %0 = "nn.add"(%a, %a, %m) : (tensor<2xf32>, tensor<2xf32>, !nn.mode) -> tensor<2xf32>
  %1 = "nn.number"() {count = 3 : i64} : () -> tensor<3xf32>
  %2 = "nn.number"() {from = "program", count = 3 : i64} : () -> tensor<3xf32>
  %3 = "nn.number"() {from = "program", count = 2 : i64} : () -> tensor<2xf32>
  %4 = "nn.add"(%0, %3, %m) : (tensor<2xf32>, tensor<2xf32>, !nn.mode) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}

// There is nothing to lower.
// CHECK-LABEL: @nothing
// CHECK-NEXT: return
func.func @nothing() {
  %m = "nn.mode"() : () -> !nn.mode
  return
}
