// RUN: split-file %s %t
// RUN: bcast-lower --allow-unregistered-dialect --rules=%t/nn.toml %t/valid.mlir | FileCheck %s
// RUN: bcast-lower --rules-only --rules=%t/nn.toml --print-rules | FileCheck --check-prefix=RULES %s
// RUN: not bcast-lower --allow-unregistered-dialect --rules=%t/nn.toml %t/invalid.mlir 2>&1 | FileCheck --check-prefix=INVALID %s
// RUN: not bcast-lower --rules=%t/wrong.toml --print-rules 2>&1 | FileCheck --check-prefix=WRONG %s

// RULES: source = "nn.add"
// RULES-NEXT: target = "stablehlo.add"
// RULES: source = "nn.bias"
// RULES-NEXT: verify_only = true
// RULES: source = "nn.times"
// RULES-NEXT: target = "stablehlo.multiply"
// INVALID: error: 'nn.bias' op operands don't have broadcast-compatible shapes
// WRONG: wrong.toml:3:21: error: `target` is `stablehlo.ad`, but dialect 'stablehlo' has no such op; did you mean `stablehlo.add`?

//--- nn.toml
[[rule]]
source = ["nn.add", "nn.times"]
target = { "nn.times" = "stablehlo.multiply", "nn.*" = "stablehlo.*" }

[[rule]]
source = "nn.bias"
verify_only = true

//--- wrong.toml
[[rule]]
source = ["nn.ad"]
target = { "nn.*" = "stablehlo.*" }

//--- valid.mlir
// CHECK-LABEL: func.func @valid
// CHECK: stablehlo.add
// CHECK: stablehlo.multiply
// What is only verified keeps its attributes, and gets no remark.
// CHECK: "nn.bias"(%{{.*}}, %arg1) {note = 1 : i64}
func.func @valid(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = "nn.add"(%x, %y) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %1 = "nn.times"(%0, %y) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %2 = "nn.bias"(%1, %y) {note = 1} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

//--- invalid.mlir
func.func @invalid(%x: tensor<?x4xf32>, %y: tensor<3xf32>) -> tensor<?x4xf32> {
  %0 = "nn.bias"(%x, %y) : (tensor<?x4xf32>, tensor<3xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
