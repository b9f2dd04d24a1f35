// What MLIR's own verifier accepts: of the result, only the trailing dims are
// compared. The documented rules reject this file, and so does the lowering, which needs equal
// ranks.
// RUN: bcast-lower --verify-only --trait-rules=mlir %s 2>&1 | count 0
// RUN: bcast-lower --verify-broadcastable=trait-rules=mlir %s | FileCheck %s
// RUN: not bcast-lower --verify-only %s 2>&1 | FileCheck %s --check-prefix=DOCUMENTED
// RUN: not bcast-lower --trait-rules=mlir %s 2>&1 | FileCheck %s --check-prefix=LOWER

// CHECK: chlo.broadcast_add
// DOCUMENTED: error: 'chlo.broadcast_add' op result type '1x3' not broadcast compatible with broadcasted operands's shapes '3'
// LOWER: error: 'chlo.broadcast_add' op cannot be lowered: the result has rank 2, but the operands broadcast to rank 1
func.func @higher_rank(%a: tensor<3xf32>) {
  %0 = chlo.broadcast_add %a, %a : (tensor<3xf32>, tensor<3xf32>) -> tensor<1x3xf32>
  return
}
