// RUN: bcast-lower --allow-unregistered-dialect --pass-pipeline='builtin.module(convert-torch-tensors{rules=torch},lower-broadcast{rules=torch})' %s | FileCheck %s
// RUN: not bcast-lower --allow-unregistered-dialect --rules=torch %s 2>&1 | FileCheck --check-prefix=TENSORS %s

// [?, 4] x [4] => [?, 4], then [?, 4] x [?, 4] => [?, 4]
// CHECK-LABEL: @main
func.func @main(%a: !torch.vtensor<[?,4],f32>, %b: !torch.vtensor<[4],f32>) -> !torch.vtensor<[?,4],f32> {
  %one = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  // CHECK-NOT: shape_assertion
  // CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim
  // CHECK: %[[S:.*]] = stablehlo.add %{{.*}}, %[[B]] : tensor<?x4xf32>
  // TENSORS: error: 'torch.aten.add.Tensor' op operand #0 must be tensor or vector of any type values
  %0 = "torch.aten.add.Tensor"(%a, %b, %one) : (!torch.vtensor<[?,4],f32>, !torch.vtensor<[4],f32>, !torch.int) -> !torch.vtensor<[?,4],f32>
  // CHECK: %[[M:.*]] = stablehlo.multiply %{{.*}}, %[[S]] : tensor<?x4xf32>
  // CHECK: %[[R:.*]] = "torch_c.from_builtin_tensor"(%[[M]])
  %1 = "torch.aten.mul.Tensor"(%a, %0) : (!torch.vtensor<[?,4],f32>, !torch.vtensor<[?,4],f32>) -> !torch.vtensor<[?,4],f32>
  // CHECK: "torch.aten.relu"(%[[R]]) : (!torch.vtensor<[?,4],f32>) -> !torch.vtensor<[?,4],f32>
  %2 = "torch.aten.relu"(%1) : (!torch.vtensor<[?,4],f32>) -> !torch.vtensor<[?,4],f32>
  return %2 : !torch.vtensor<[?,4],f32>
}

// The mode of a division, a string, and a factor.
// [?] x [?] => [?]
// CHECK-LABEL: @modes
func.func @modes(%a: !torch.vtensor<[?],si64>, %b: !torch.vtensor<[?],si64>) -> (!torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>) {
  %floor = "torch.constant.str"() <{value = "floor"}> : () -> !torch.str
  %trunc = "torch.constant.str"() <{value = "trunc"}> : () -> !torch.str
  %three = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  // CHECK: %[[Q:.*]] = stablehlo.divide
  // CHECK: %[[R:.*]] = stablehlo.select
  %0 = "torch.aten.div.Tensor_mode"(%a, %b, %floor) : (!torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.str) -> !torch.vtensor<[?],si64>
  // CHECK-NEXT: %[[Q:.*]] = stablehlo.divide
  %1 = "torch.aten.div.Tensor_mode"(%0, %b, %trunc) : (!torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.str) -> !torch.vtensor<[?],si64>
  // CHECK: %[[P:.*]] = stablehlo.multiply %{{.*}}, %{{.*}} : tensor<?xi64>
  // CHECK-NEXT: stablehlo.subtract %[[Q]], %[[P]] : tensor<?xi64>
  %2 = "torch.aten.sub.Tensor"(%1, %b, %three) : (!torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.int) -> !torch.vtensor<[?],si64>
  return %2, %1 : !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>
}
