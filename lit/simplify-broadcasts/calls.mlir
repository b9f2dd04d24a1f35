// RUN: bcast-lower --pass-pipeline='builtin.module(simplify-broadcasts,canonicalize)' %s | FileCheck %s

// Nothing checks what the arguments of a function declare: %y may have size 1.
func.func private @second(%x: tensor<?xf32> {bcast.dims = ["n"]}, %y: tensor<?xf32> {bcast.dims = ["n"]}) -> tensor<?xf32> {
  return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @declared_symbols_of_a_callee_are_not_known
func.func @declared_symbols_of_a_callee_are_not_known(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[RESULT:.*]] = stablehlo.dynamic_broadcast_in_dim
  // CHECK-NEXT: return %[[RESULT]]
  %0 = func.call @second(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %shape, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

func.func private @checked_second(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %m = tensor.dim %y, %zero : tensor<?xf32>
  %is_equal = arith.cmpi eq, %n, %m : index
  cf.assert %is_equal, "one size"
  return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @checks_of_a_callee_are_known
func.func @checks_of_a_callee_are_known(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: %[[RESULT:.*]] = call @checked_second
  // CHECK-NEXT: return %[[RESULT]]
  %0 = func.call @checked_second(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %shape, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
