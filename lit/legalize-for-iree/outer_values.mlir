// RUN: bcast-lower %s --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' | FileCheck %s -enable-var-scope

// IREE would free the tensor after the sum of the branch's result.
// CHECK-LABEL: func.func @returned
// CHECK: %[[X:.*]] = stablehlo.multiply
// CHECK: %[[TRUE:.*]] = stablehlo.optimization_barrier %{{.*}} : tensor<i1>
// CHECK: stablehlo.case
// CHECK: %[[COPY:.*]] = stablehlo.select %[[TRUE]], %[[X]]
// CHECK: stablehlo.return %[[COPY]]
func.func @returned(%x: tensor<4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  %1 = "stablehlo.case"(%i) ({
    stablehlo.return %0 : tensor<4xf32>
  }, {
    %3 = stablehlo.add %0, %x : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %2 = stablehlo.add %1, %1 : tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}

// Tensors of a multiple of 64 bytes are not copied into others.
// CHECK-LABEL: func.func @of_unknown_size
// CHECK: %[[X:.*]] = stablehlo.multiply
// CHECK: stablehlo.case
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[X]], %{{.*}} : tensor<i1>, tensor<?x16xf32>
// CHECK: stablehlo.return %[[COPY]]
func.func @of_unknown_size(%x: tensor<?x16xf32>, %i: tensor<i32>) -> (tensor<?x16xf32>, tensor<?x16xf32>) {
  %0 = stablehlo.multiply %x, %x : tensor<?x16xf32>
  %1 = "stablehlo.case"(%i) ({
    stablehlo.return %0 : tensor<?x16xf32>
  }, {
    %3 = stablehlo.add %0, %x : tensor<?x16xf32>
    stablehlo.return %3 : tensor<?x16xf32>
  }) : (tensor<i32>) -> tensor<?x16xf32>
  %2 = stablehlo.add %1, %1 : tensor<?x16xf32>
  return %0, %2 : tensor<?x16xf32>, tensor<?x16xf32>
}

// The next iteration uses it, too. The numbers that the copy needs are in front of the loop.
// CHECK-LABEL: func.func @in_a_loop
// CHECK: %[[X:.*]] = stablehlo.multiply
// CHECK: %[[TRUE:.*]] = stablehlo.optimization_barrier %{{.*}} : tensor<i1>
// CHECK: stablehlo.while
// CHECK-NOT: optimization_barrier
// CHECK: %[[COPY:.*]] = stablehlo.select %[[TRUE]], %[[X]]
// CHECK: stablehlo.return %[[COPY]]
// CHECK: return
func.func @in_a_loop(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  %1:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %2 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.add %i, %one : tensor<i32>
    %3 = "stablehlo.case"(%i) ({
      stablehlo.return %0 : tensor<4xf32>
    }, {
      %5 = stablehlo.add %a, %x : tensor<4xf32>
      stablehlo.return %5 : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    %4 = stablehlo.add %3, %a : tensor<4xf32>
    stablehlo.return %2, %4 : tensor<i32>, tensor<4xf32>
  }
  return %1#1 : tensor<4xf32>
}

// Of nested branches, only the inner one returns a copy.
// CHECK-LABEL: func.func @nested
// CHECK: %[[X:.*]] = stablehlo.multiply
// CHECK: %[[OUTER:.*]] = "stablehlo.case"
// CHECK: %[[INNER:.*]] = "stablehlo.case"
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[X]]
// CHECK: stablehlo.return %[[COPY]]
// CHECK: stablehlo.return %[[INNER]]
func.func @nested(%x: tensor<4xf32>, %i: tensor<i32>, %j: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  %1 = "stablehlo.case"(%i) ({
    %3 = "stablehlo.case"(%j) ({
      stablehlo.return %0 : tensor<4xf32>
    }, {
      %4 = stablehlo.add %0, %x : tensor<4xf32>
      stablehlo.return %4 : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }, {
    %3 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %2 = stablehlo.add %1, %1 : tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}

// No copies are needed of tensors that nothing uses later, of arguments and constants, if the result is returned,
// too, or if IREE chooses elements.
// CHECK-LABEL: func.func @last_use
// CHECK-NOT: stablehlo.select
// CHECK-LABEL: func.func @arguments
func.func @last_use(%x: tensor<4xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  %1 = "stablehlo.case"(%i) ({
    stablehlo.return %0 : tensor<4xf32>
  }, {
    %4 = stablehlo.add %0, %x : tensor<4xf32>
    stablehlo.return %4 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %2 = stablehlo.add %1, %1 : tensor<4xf32>
  %3 = stablehlo.multiply %2, %0 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
// CHECK-NOT: stablehlo.select
// CHECK-LABEL: func.func @returned_too
func.func @arguments(%x: tensor<4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %1 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %0 : tensor<4xf32>
  }, {
    %3 = stablehlo.add %0, %x : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %2 = stablehlo.add %1, %1 : tensor<4xf32>
  return %x, %0, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
// CHECK-NOT: stablehlo.select
// CHECK-LABEL: func.func @chosen
func.func @returned_too(%x: tensor<4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  %1 = "stablehlo.case"(%i) ({
    stablehlo.return %0 : tensor<4xf32>
  }, {
    %3 = stablehlo.add %0, %x : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %2 = stablehlo.add %1, %1 : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
// CHECK-NOT: stablehlo.select
func.func @chosen(%x: tensor<4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  %1 = stablehlo.negate %x : tensor<4xf32>
  %2 = "stablehlo.case"(%i) ({
    stablehlo.return %0 : tensor<4xf32>
  }, {
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %3 = stablehlo.add %2, %2 : tensor<4xf32>
  return %0, %3 : tensor<4xf32>, tensor<4xf32>
}

// IREE does not know that a barrier in a branch returns the tensor that the function returns, too.
// CHECK-LABEL: func.func @behind_barrier
// CHECK: %[[SAME:.*]] = stablehlo.optimization_barrier %{{.*}} : tensor<4xf32>
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[SAME]]
// CHECK: scf.yield %[[COPY]]
func.func @behind_barrier(%x: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  %1 = "stablehlo.if"(%p) ({
    %2 = stablehlo.add %0, %x : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }, {
    %2 = stablehlo.optimization_barrier %0 : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// IREE frees what the inner loop carries before the branch's result is read.
// CHECK-LABEL: func.func @carried_by_inner_loop
// CHECK: stablehlo.while
// CHECK: do {
// CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %[[S:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK: stablehlo.if
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[S]], %{{.*}} : tensor<i1>, tensor<1xf32>
// CHECK-NEXT: stablehlo.return %[[COPY]]
func.func @carried_by_inner_loop(%x: tensor<1xf32>, %p: tensor<i1>, %n: tensor<i32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %all = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<1xf32>) -> tensor<4xf32>
  %0:2 = stablehlo.while(%i = %zero, %a = %all) : tensor<i32>, tensor<4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1:3 = stablehlo.while(%j = %zero, %s = %x, %b = %a) : tensor<i32>, tensor<1xf32>, tensor<4xf32>
    cond {
      %2 = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = stablehlo.add %s, %x : tensor<1xf32>
      %3 = "stablehlo.if"(%p) ({
        stablehlo.return %s : tensor<1xf32>
      }, {
        %6 = stablehlo.negate %s : tensor<1xf32>
        stablehlo.return %6 : tensor<1xf32>
      }) : (tensor<i1>) -> tensor<1xf32>
      %5 = stablehlo.dynamic_update_slice %b, %3, %j : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
      %7 = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %7, %2, %5 : tensor<i32>, tensor<1xf32>, tensor<4xf32>
    }
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1#2 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
