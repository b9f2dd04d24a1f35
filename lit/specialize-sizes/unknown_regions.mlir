// Ops of unknown dialects that have a region: MLIR takes each for a symbol table, in which other functions may be
// called by the names of these.
// RUN: bcast-lower --split-input-file --allow-unregistered-dialect --verify-diagnostics --pass-pipeline='builtin.module(specialize-sizes{rules="%S/../rules/Inputs/facts.toml" shapes=4})' %s | FileCheck %s

// CHECK-LABEL: @main(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: "ml.relu"
  %0 = "ml.relu"(%x) ({
  ^body(%a: f32):
    "ml.yield"(%a) : (f32) -> ()
  }) : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: call @callee(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @callee(%0) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = call @callee(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %3 = stablehlo.add %1, %2 : tensor<?xf32>
  return %3 : tensor<?xf32>
}
func.func private @callee(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: "ml.relu"(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
  %0 = "ml.relu"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// This one may be a symbol table: it defines a symbol.
// expected-error@+1 {{function 'main' is used by other functions, so its types stay}}
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
"ml.module"() ({
  "ml.global"() {sym_name = "main"} : () -> ()
}) : () -> ()

// -----

// Facts say nothing of what it passes to its region.
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'ml.relu' op is not specialised: dim 0 of an argument of its region is not known: nothing says how it follows from the operands; with 'allow-partial=on' it stays dynamic}}
  %0 = "ml.relu"(%x) ({
  ^body(%a: tensor<?xf32>):
    "ml.yield"(%a) : (tensor<?xf32>) -> ()
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
