// A target reads ops of `tf`, in the generic form, and lowers those that broadcast without further
// options.
// RUN: bcast-lower --target=xla --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: bcast-lower --target=xla --split-input-file --verify-diagnostics --rules=tensorflow %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module(target-xla)' --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: not bcast-lower --split-input-file %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: not bcast-lower --target=xla --split-input-file %s 2>&1 | FileCheck %s --check-prefix=PRETTY
// PRETTY: note: 'tf' is not a registered dialect, so its ops are read only in the generic form, `"tf.Neg"(...)`: print the program with `tf-opt --mlir-print-op-generic`
// PRETTY-NOT: --allow-unregistered-dialect` then
// PLAIN: error: operation being parsed with an unregistered dialect

// CHECK-LABEL: @main
func.func @main(%x: tensor<?x4xi32>, %y: tensor<?x1xi32>) -> tensor<?x4xi32> attributes {tf.entry_function = {inputs = "x,y"}} {
  // CHECK: shape_assertion{{.*}}"tf.TruncateMod: operand #0
  // CHECK: stablehlo.remainder
  %0 = "tf.TruncateMod"(%x, %y) {device = ""} : (tensor<?x4xi32>, tensor<?x1xi32>) -> tensor<?x4xi32>
  return %0 : tensor<?x4xi32>
}

// -----

func.func @pretty(%x: tensor<?xf32>) {
  // expected-error @+1 {{custom op 'tf.Neg' is unknown}}
  %0 = tf.Neg %x : tensor<?xf32>
}

// -----

func.func @unknown(%x: tensor<?xf32>) {
  // expected-error @+1 {{operation being parsed with an unregistered dialect}}
  %0 = "torch.aten.neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return
}
