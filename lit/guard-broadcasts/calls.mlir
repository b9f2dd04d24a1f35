// RUN: bcast-lower --pass-pipeline='builtin.module(guard-broadcasts)' %s | FileCheck %s

// This pass does not check what the arguments of a function declare: %y may have another size.
func.func private @second(%x: tensor<?xf32> {bcast.dims = ["n"]}, %y: tensor<?xf32> {bcast.dims = ["n"]}) -> tensor<?xf32> {
  return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @declared_symbols_of_a_callee_are_not_known
// CHECK: call @second
// CHECK: cf.assert
// CHECK: tosa.add
func.func @declared_symbols_of_a_callee_are_not_known(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @second(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = tosa.add %x, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
