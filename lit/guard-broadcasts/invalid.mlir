// RUN: bcast-lower --target=iree --split-input-file --verify-diagnostics %s
// RUN: not bcast-lower --target=xla %s 2>&1 | FileCheck %s

// CHECK: 'tosa.exp' op has no equivalent in StableHLO
func.func @two_dialects(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'tosa.exp' op is in a program with 'stablehlo.add', but no compiler accepts both TOSA and StableHLO; convert all ops to one of them}}
  %0 = tosa.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.add %0, %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}
