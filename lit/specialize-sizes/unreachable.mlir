// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=4})' %s | FileCheck %s -enable-var-scope

// Blocks that nothing reaches are gone: they need not fit the sizes, and may use values before their
// definition.
// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[Y:.*]] = call @callee(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: cf.br ^bb1(%[[Y]] : tensor<4xf32>)
// CHECK: ^bb1(%[[X:.*]]: tensor<4xf32>):
// CHECK-NEXT: call @callee(%[[X]])
// CHECK-NOT: ^bb2
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @callee(%x) : (tensor<?xf32>) -> tensor<?xf32>
  cf.br ^bb1(%0 : tensor<?xf32>)
^bb1(%1: tensor<?xf32>):
  %2 = call @callee(%1) : (tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
^bb2(%3: tensor<?xf32>):
  %4 = stablehlo.add %5, %3 : tensor<?xf32>
  %5 = call @callee(%4) : (tensor<?xf32>) -> tensor<?xf32>
  cf.br ^bb3(%0 : tensor<?xf32>)
^bb3(%6: tensor<?xf32>):
  %7 = "stablehlo.slice"(%6) <{start_indices = array<i64: 9>, limit_indices = array<i64: 10>, strides = array<i64: 1>}> : (tensor<?xf32>) -> tensor<1xf32>
  %8 = tensor.cast %7 : tensor<1xf32> to tensor<?xf32>
  cf.br ^bb2(%8 : tensor<?xf32>)
}
func.func private @callee(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
