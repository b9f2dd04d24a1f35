// RUN: bcast-lower --target=iree %s | FileCheck %s --implicit-check-not=shape_assertion
// RUN: bcast-lower --pass-pipeline='builtin.module(target-iree)' %s | FileCheck %s --implicit-check-not=shape_assertion
// RUN: bcast-lower --pass-pipeline='builtin.module(target-iree{assertions=none})' %s | FileCheck %s --check-prefix=NONE --implicit-check-not=assert
// RUN: bcast-lower --target=iree --print-pipeline | FileCheck %s --check-prefix=PIPELINE
// RUN: not bcast-lower --pass-pipeline='builtin.module(target-iree{assertion=none})' %s 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not bcast-lower --target=iree --assertions=shape %s 2>&1 | FileCheck %s --check-prefix=SHAPE

// PIPELINE: builtin.module(guard-broadcasts,lower-broadcast{assertions=cf zero-extents=numpy},call-decompositions,inline{default-pipeline=},simplify-broadcasts,guard-replaced-ops{assertions=cf},legalize-to-stablehlo{assertions=cf zero-extents=numpy keep-tosa=on keep-readable=on},simplify-broadcasts,cse,remove-unused-ops,guard-sizes{assertions=cf},simplify-broadcasts,legalize-for-iree{assertions=cf},canonicalize-for-iree,simplify-broadcasts,cse,assume-sizes{assertions=cf},canonicalize-for-iree,cse,symbol-dce)
// OPTION: has no option 'assertion'{{.*}} did you mean 'assertions'?
// SHAPE: because the pass that follows removes ops of 'shape'

// A check, and a broadcast that reads each element: IREE rejects one if it cannot determine whether
// it repeats elements.
// CHECK-LABEL: func.func @scale
// CHECK: cf.assert %{{.*}}, "chlo.broadcast_multiply: the sizes of operand #0 dim 0 and operand #1 dim 0 do not fit; expected equal sizes, or one of them 1"
// CHECK: linalg.generic
// CHECK: tensor.extract
// CHECK: stablehlo.multiply
// NONE-LABEL: func.func @scale
// NONE: stablehlo.multiply
func.func @scale(%x: tensor<?x4xf32>, %y: tensor<?x1xf32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_multiply %x, %y : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// The program's own assertion keeps its message, however long, and braces in it.
// CHECK-LABEL: func.func @own
// CHECK: cf.assert %{{.*}}, "the batch {n} has to be at least 2, as the program takes the mean of all rows but the first one of it"
// NONE-LABEL: func.func @own
func.func @own(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %p = arith.cmpi sge, %n, %c2 : index
  cf.assert %p, "the batch {n} has to be at least 2, as the program takes the mean of all rows but the first one of it"
  return %x : tensor<?xf32>
}

// A loop is removed if only unused ops use it: checks in it would keep it, and IREE rejects some of these.
// CHECK-LABEL: func.func @unused_loop
// CHECK-NOT: while
// CHECK: {{^ +}}return
func.func @unused_loop(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %start = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %0:2 = stablehlo.while(%i = %zero, %a = %start) : tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.concatenate %y, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %3 = stablehlo.add %a, %2 : tensor<?xf32>
    stablehlo.return %1, %3 : tensor<i32>, tensor<?xf32>
  }
  %4 = stablehlo.negate %0#1 : tensor<?xf32>
  return
}
