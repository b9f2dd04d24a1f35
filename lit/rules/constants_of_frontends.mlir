// Constants of frontends that only rules have read are removed by the targets.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/unused_constants.toml --target=xla %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/unused_constants.toml --target=iree %s | FileCheck %s

// CHECK-LABEL: @main
// CHECK-NOT: torch
// CHECK-NOT: onnx
func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %none = "torch.constant.none"() : () -> !torch.none
  %no_value = "onnx.NoValue"() {value} : () -> none
  %0 = "nn.maximum"(%a, %a, %none) : (tensor<2xf32>, tensor<2xf32>, !torch.none) -> tensor<2xf32>
  %1 = "nn.maximum"(%a, %a, %no_value) : (tensor<2xf32>, tensor<2xf32>, none) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
