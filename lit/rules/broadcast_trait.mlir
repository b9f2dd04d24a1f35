// Registered ops that say by MLIR's trait 'ResultsBroadcastableShape' that they broadcast are verified
// without a rule. MLIR's own verifier checks less than the trait's documentation says.
// RUN: bcast-lower %s | FileCheck %s
// RUN: bcast-lower explain %s | FileCheck %s --check-prefix=EXPLAIN
// RUN: not bcast-lower --verify-only --trait-rules=strict %s 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not bcast-lower --trait-rules=strict %s 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: bcast-lower --rules=tosa %s | FileCheck %s --check-prefix=RULE

// No remark: targets read TOSA, and its table is asked for by name.
// CHECK-LABEL: @kept
// CHECK: tosa.add
// EXPLAIN: tosa.add in @kept
// EXPLAIN-NEXT: left unchanged: no rule lowers it; it is only verified
// RULE-LABEL: @kept
// RULE: stablehlo.add
func.func @kept(%a: tensor<?x4xf32>, %b: tensor<1x4xf32>) -> tensor<?x4xf32> {
  %0 = tosa.add %a, %b : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// STRICT: error: 'tosa.sub' op
// STRICT-SAME: not broadcast compatible
func.func @static_result(%a: tensor<?x4xf32>, %b: tensor<1x4xf32>) -> tensor<2x4xf32> {
  %0 = tosa.sub %a, %b : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
