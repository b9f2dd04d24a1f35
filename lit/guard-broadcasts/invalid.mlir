// RUN: bcast-lower --target=iree --split-input-file --verify-diagnostics %s
// RUN: not bcast-lower --target=xla --split-input-file %s 2>&1 | FileCheck %s

// CHECK: 'tosa.exp' op has no equivalent in StableHLO
func.func @two_dialects(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'tosa.exp' op is in a program with 'stablehlo.add', but no compiler accepts both TOSA and StableHLO; convert all ops to one of them, or leave out the rules that convert some}}
  %0 = tosa.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.add %0, %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

func.func @unranked(%x: tensor<*xf32>, %y: tensor<1x4xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{'tosa.add' op cannot be guarded: operand #0 has type 'tensor<*xf32>' of unknown rank; give the arguments' shapes first, as with --shapes}}
  %0 = tosa.add %x, %y : (tensor<*xf32>, tensor<1x4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @never(%x: tensor<3x?xf32>, %y: tensor<3x4xf32>, %z: tensor<3x5xf32>) -> tensor<3x?xf32> {  // expected-note {{operand #1 dim 1 has size 5}}
  // expected-note @+1 {{operand #0 dim 1 has size 4, operand #1 dim 1 has size 5; expected 5 or 1}}
  %0 = tosa.add %x, %y : (tensor<3x?xf32>, tensor<3x4xf32>) -> tensor<3x?xf32>
  // expected-error @+1 {{'tosa.add' op operands don't have broadcast-compatible shapes in any call of @never}}
  %1 = tosa.add %0, %z : (tensor<3x?xf32>, tensor<3x5xf32>) -> tensor<3x?xf32>
  return %1 : tensor<3x?xf32>
}
