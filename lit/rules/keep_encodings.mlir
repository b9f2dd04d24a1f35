// RUN: split-file %s %t
// RUN: bcast-lower --allow-unregistered-dialect --rules=%t/keep.toml %t/a.mlir | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%t/keep.toml --shapes=2x4,4 %t/a.mlir | FileCheck --check-prefix=GIVEN %s
// RUN: not bcast-lower --allow-unregistered-dialect --rules=%t/other.toml %t/a.mlir 2>&1 | FileCheck --check-prefix=OTHER %s

// OTHER: error: 'nn.add' op cannot be lowered: operand #0 has type 'tensor<?x4xf32, "rows">', and what its encoding means for a broadcast is not known; remove the encoding first

//--- keep.toml
[[rule]]
source = "nn.add"
target = "stablehlo.add"
keep_encodings = true

//--- other.toml
[[rule]]
source = "nn.add"
target = "stablehlo.add"

//--- a.mlir
// CHECK: stablehlo.dynamic_broadcast_in_dim %arg1, %{{.*}}, dims = [1] : (tensor<4xf32, "rows">, tensor<2xi32>) -> tensor<?x4xf32, "rows">
// CHECK: stablehlo.add %arg0, %{{.*}} : tensor<?x4xf32, "rows">
// GIVEN: stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xf32, "rows">) -> tensor<2x4xf32, "rows">
// GIVEN: stablehlo.add %arg0, %{{.*}} : tensor<2x4xf32, "rows">
func.func @f(%x: tensor<?x4xf32, "rows">, %y: tensor<4xf32, "rows">) -> tensor<?x4xf32, "rows"> {
  %0 = "nn.add"(%x, %y) : (tensor<?x4xf32, "rows">, tensor<4xf32, "rows">) -> tensor<?x4xf32, "rows">
  return %0 : tensor<?x4xf32, "rows">
}
