// RUN: bcast-lower --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s | FileCheck %s

// Each iteration appends an element. n => n + 1
func.func @append(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %new = stablehlo.constant dense<1.0> : tensor<1xf32>
  // expected-error@+1 {{'stablehlo.while' op changes the size of dim 0 of carried tensor #1 in each iteration, which is not supported on IREE; carry a tensor of the final size and write into it}}
  %0:2 = stablehlo.while(%i = %n, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.subtract %i, %one : tensor<i32>
    %2 = stablehlo.concatenate %a, %new, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    // expected-note@+1 {{the iteration ends here, with another size}}
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}

// -----

func.func @scf_for(%x: tensor<?x3xf32>, %n: index) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %new = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  // expected-error@+1 {{'scf.for' op changes the size of dim 0 of carried tensor #0 in each iteration}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?x3xf32>) {
    %1 = stablehlo.concatenate %new, %a, dim = 0 : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    // expected-note@+1 {{the iteration ends here}}
    scf.yield %1 : tensor<?x3xf32>
  }
  return %0 : tensor<?x3xf32>
}

// -----

func.func @scf_while(%x: tensor<?xf32>, %limit: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %new = stablehlo.constant dense<1.0> : tensor<1xf32>
  // expected-error@+1 {{'scf.while' op changes the size of dim 0 of carried tensor #0 in each iteration}}
  %0 = scf.while (%a = %x) : (tensor<?xf32>) -> tensor<?xf32> {
    %n = tensor.dim %a, %c0 : tensor<?xf32>
    %more = arith.cmpi slt, %n, %limit : index
    scf.condition(%more) %a : tensor<?xf32>
  } do {
  ^bb0(%b: tensor<?xf32>):
    %1 = stablehlo.concatenate %b, %new, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    // expected-note@+1 {{the iteration ends here}}
    scf.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// An empty tensor keeps its size if it is doubled, so the check is made at run time. n => 2 * n
// CHECK-LABEL: func.func @double
// CHECK: cf.assert %{{.*}}, "stablehlo.while: an iteration changes the size of dim 0 of carried tensor #1; expected the same size after each iteration"
func.func @double(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.subtract %i, %one : tensor<i32>
    %2 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}
