// Ops of frontends that a built-in table would lower.
// RUN: bcast-lower --allow-unregistered-dialect --split-input-file --verify-diagnostics %s
// RUN: bcast-lower --allow-unregistered-dialect --verify-only --split-input-file --verify-diagnostics %s
// RUN: bcast-lower --allow-unregistered-dialect --split-input-file --rules=tensorflow --rules=onnx %s 2>&1 | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --split-input-file --rules=%S/Inputs/tf.toml --rules=onnx %s 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: bcast-lower explain --allow-unregistered-dialect --split-input-file %s 2>&1 | FileCheck %s --check-prefix=EXPLAIN

// One remark for each table, at the first op that it has a rule for.
// CHECK-NOT: remark: '{{tf|onnx}}
// OWN-NOT: remark: '{{tf|onnx}}
// EXPLAIN: remark: 'tf.AddV2' op has no rule
func.func @once_for_each_table(%x: tensor<?x4xf32>, %y: tensor<4xf32>) {
  %0 = "tf.Identity"(%y) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+3 {{'tf.AddV2' op has no rule, so it stays as it is; the built-in table `tensorflow` has rules for ops of 'tf', and `--rules=tensorflow` adds it}}
  // CHECK: stablehlo.add
  // OWN: "tf.AddV2"
  %1 = "tf.AddV2"(%x, %0) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  // CHECK: stablehlo.multiply
  %2 = "tf.Mul"(%x, %1) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // expected-remark @+2 {{'onnx.Add' op has no rule, so it stays as it is; the built-in table `onnx` has rules for ops of 'onnx', and `--rules=onnx` adds it}}
  // CHECK: stablehlo.add
  %3 = "onnx.Add"(%x, %y) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return
}

// -----

// No table lowers these.
func.func @ops_without_a_rule_in_any_table(%x: tensor<?x4xf32>) {
  %0 = "tf.Identity"(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = "nn.add"(%x, %x) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return
}

// -----

// Tensors of torch-mlir are converted first.
func.func @torch(%a: !torch.vtensor<[?,4],f32>, %b: !torch.vtensor<[4],f32>) {
  // expected-remark @+1 {{and `--rules=torch` adds it, after the pass `convert-torch-tensors`}}
  %0 = "torch.aten.mul.Tensor"(%a, %b) : (!torch.vtensor<[?,4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[?,4],f32>
  return
}

// -----

// Ops of a dialect that is registered are known to other tools.
func.func @registered(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = tosa.add %x, %x : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
