// Facts of rule files in each pass that uses facts, and in reports.
// RUN: bcast-lower --allow-unregistered-dialect --pass-pipeline='builtin.module(guard-broadcasts)' %s | FileCheck %s --check-prefix=GUARDED
// RUN: bcast-lower --allow-unregistered-dialect --pass-pipeline='builtin.module(guard-broadcasts{rules="%S/Inputs/facts.toml"})' %s | FileCheck %s --check-prefix=NEEDLESS --implicit-check-not=cf.assert
// RUN: bcast-lower --allow-unregistered-dialect --pass-pipeline='builtin.module(simplify-broadcasts)' %s | FileCheck %s --check-prefix=KEPT
// RUN: bcast-lower --allow-unregistered-dialect --pass-pipeline='builtin.module(simplify-broadcasts{rules="%S/Inputs/facts.toml"})' %s | FileCheck %s --check-prefix=SIMPLE --implicit-check-not=dynamic_broadcast_in_dim
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/facts.toml --function=explicit --shapes=4x5 %s | FileCheck %s --check-prefix=STATIC
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/facts.toml --function=explicit --shapes=4x5 --verify-only %s 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: bcast-lower explain --allow-unregistered-dialect --rules=%S/Inputs/facts.toml %s | FileCheck %s --check-prefix=TEXT
// RUN: bcast-lower explain --format=json --allow-unregistered-dialect --rules=%S/Inputs/facts.toml %s | FileCheck %s --check-prefix=JSON
// RUN: bcast-lower explain --emit-smt --allow-unregistered-dialect --rules=%S/Inputs/facts.toml %s | FileCheck %s --check-prefix=SMT
// RUN: bcast-lower --allow-unregistered-dialect --target=iree --rules=%S/Inputs/facts.toml --print-pipeline | FileCheck %s --check-prefix=PIPELINE

// GUARDED-LABEL: @tosa
// GUARDED: cf.assert
// NEEDLESS-LABEL: @tosa
func.func @tosa(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "ml.relu"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  // NEEDLESS: tosa.add
  %1 = tosa.add %x, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// KEPT-LABEL: @explicit
// KEPT: dynamic_broadcast_in_dim
// SIMPLE-LABEL: @explicit
// STATIC-LABEL: @explicit
// STATIC: "ml.transpose"(%{{.*}}) {perm = [1, 0]} : (tensor<4x5xf32>) -> tensor<5x4xf32>
// STATIC: return %{{.*}} : tensor<5x4xf32>
// CALL: a call with 4x5 fits; its results are tensor<5x4xf32>
func.func @explicit(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "ml.transpose"(%x) {perm = [1, 0]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %shape = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = tensor.extract %shape[%zero] : tensor<2xindex>
  %b = tensor.extract %shape[%one] : tensor<2xindex>
  %swapped = tensor.from_elements %b, %a : tensor<2xindex>
  // SIMPLE: return %{{.*}}
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %swapped, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// TEXT: known from:
// TEXT-NEXT: ml.relu (facts at {{.*}}facts.toml:6:6) at
// JSON: "name": "ml.relu"
// JSON: "facts": {
// JSON-NEXT: "file": "{{.*}}facts.toml"
// JSON-NEXT: "line": 6
// SMT: ; known from ml.relu at {{.*}} (assumed: facts at {{.*}}facts.toml:6:6)
// PIPELINE: guard-broadcasts{rules={{[^,]*}}facts.toml}
// PIPELINE-SAME: simplify-broadcasts{rules={{[^,]*}}facts.toml}
func.func @sum(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "ml.relu"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = "ml.add"(%x, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
