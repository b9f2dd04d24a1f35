// RUN: bcast-lower --target=xla --mlir-print-ir-before=legalize-to-stablehlo --mlir-print-ir-after=lower-broadcast,simplify-broadcasts %s 2>&1 >/dev/null | FileCheck %s --check-prefix=LISTED
// RUN: rm -rf %t && bcast-lower --target=xla --mlir-print-ir-after=simplify-broadcasts --mlir-print-ir-tree-dir=%t/a/b %s 2>&1 >/dev/null | count 0
// RUN: ls %t/a/b/* | FileCheck %s --check-prefix=FILES
// RUN: bcast-lower --mlir-print-ir-after=lower-broadcast --mlir-print-ir-after-change --pass-pipeline='builtin.module(lower-broadcast,lower-broadcast)' %s 2>&1 >/dev/null | FileCheck %s --check-prefix=CHANGED
// RUN: bcast-lower --dump-pass-pipeline --canonicalize --cse %s 2>&1 >/dev/null | FileCheck %s --check-prefix=PIPELINE
// RUN: bcast-lower --mlir-use-nameloc-as-prefix %s | FileCheck %s --check-prefix=NAMES
// RUN: bcast-lower --split-input-file --output-split-marker='// next' %s | FileCheck %s --check-prefix=PARTS
// RUN: bcast-lower --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: not bcast-lower --mlir-print-ir-after=canonicalise %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not bcast-lower --mlir-print-ir-tree-dir=%t %s 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not bcast-lower --mlir-print-ir-after-all --mlir-print-ir-tree-dir=%s/a %s 2>&1 | FileCheck %s --check-prefix=DIRECTORY

// LISTED-NOT: IR Dump Before lower-broadcast
// LISTED: IR Dump After lower-broadcast
// LISTED-NOT: IR Dump Before simplify-broadcasts
// LISTED: IR Dump After simplify-broadcasts
// LISTED: IR Dump Before legalize-to-stablehlo
// LISTED-NOT: IR Dump After legalize-to-stablehlo

// FILES-NOT: lower-broadcast
// FILES: simplify-broadcasts.mlir
// FILES-NOT: legalize-to-stablehlo

// CHANGED-COUNT-1: IR Dump After lower-broadcast
// CHANGED-NOT: IR Dump

// PIPELINE: builtin.module(canonicalize,cse)

// NAMES: func.func @f(%activations: tensor<2xf32>, %bias: tensor<1xf32>)
// NAMES: %sum = stablehlo.{{.*}} %bias
// NAMES-NEXT: %sum_0 = stablehlo.add %activations, %sum

// PARTS: func.func @f
// PARTS: {{^}}// next{{$}}
// PARTS: func.func private @g

// DIALECTS: Available Dialects: affine, {{.*}} chlo, {{.*}} stablehlo, {{.*}}

// UNKNOWN: error: `--mlir-print-ir-after=canonicalise`: the pass does not exist; did you mean `canonicalize`?

// NOTHING: error: `--mlir-print-ir-tree-dir` has no effect on its own

// DIRECTORY: error: cannot write IR to directory `{{.*}}`: not a directory
func.func @f(%0: tensor<2xf32> loc("activations"), %1: tensor<1xf32> loc("bias")) -> tensor<2xf32> {
  %2 = chlo.broadcast_add %0, %1 : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32> loc("sum")
  return %2 : tensor<2xf32>
}

// -----

func.func private @g()
