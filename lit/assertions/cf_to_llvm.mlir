// Assertions become branches in upstream's conversion. `mlir-opt` does not know
// StableHLO, so its ops are in generic form.
// RUN: bcast-lower --assertions=cf --mlir-print-op-generic %s | mlir-opt --allow-unregistered-dialect --canonicalize --cse --convert-cf-to-llvm | FileCheck %s

// [?] x [?] => [?]
// CHECK-LABEL: @abort_unless_sizes_fit
func.func @abort_unless_sizes_fit(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[OK:.*]] = tensor.extract
  // CHECK-NEXT: llvm.cond_br %[[OK]], ^[[GO_ON:.*]], ^[[ABORT:[^ ]*]]
  // CHECK: ^[[GO_ON]]:
  // CHECK: "stablehlo.dynamic_broadcast_in_dim"
  // CHECK: ^[[ABORT]]:
  // CHECK: llvm.call @abort()
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
