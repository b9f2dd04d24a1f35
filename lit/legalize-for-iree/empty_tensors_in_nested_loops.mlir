// RUN: bcast-lower %s --legalize-for-iree | FileCheck %s

// What ops in nested loops write into is not what another op writes into; a single loop keeps its own.

// CHECK-LABEL: func.func @main
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[A:.+]] = "util.optimization_barrier"
// CHECK: %[[ONE:.+]] = tensor.empty(%[[A]])
// CHECK: tensor.insert_slice %{{.+}} into %[[ONE]]
// CHECK: %[[B:.+]] = "util.optimization_barrier"
// CHECK: %[[OTHER:.+]] = tensor.empty(%[[B]])
// CHECK: tensor.insert_slice %{{.+}} into %[[OTHER]]
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %count: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %0:2 = scf.for %i = %zero to %count step %one iter_args(%a = %x, %b = %y) -> (tensor<?xf32>, tensor<?xf32>) {
    %1:2 = scf.for %j = %zero to %count step %one iter_args(%c = %a, %d = %b) -> (tensor<?xf32>, tensor<?xf32>) {
      %2 = tensor.insert_slice %c into %empty[0] [%n] [1] : tensor<?xf32> into tensor<?xf32>
      %3 = tensor.insert_slice %d into %empty[0] [%n] [1] : tensor<?xf32> into tensor<?xf32>
      scf.yield %2, %3 : tensor<?xf32>, tensor<?xf32>
    }
    scf.yield %1#0, %1#1 : tensor<?xf32>, tensor<?xf32>
  }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @single
// CHECK-NOT: util.optimization_barrier
func.func @single(%x: tensor<?xf32>, %count: index) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %0 = scf.for %i = %zero to %count step %one iter_args(%a = %x) -> (tensor<?xf32>) {
    %empty = tensor.empty(%n) : tensor<?xf32>
    %1 = tensor.insert_slice %a into %empty[0] [%n] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
