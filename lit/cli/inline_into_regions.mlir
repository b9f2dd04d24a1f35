// A function of several blocks cannot be inlined into a region of one block: the call stays. A
// function of a single block is inlined.
// RUN: bcast-lower --pass-pipeline='builtin.module(inline)' %s | FileCheck %s

func.func private @blocks(%x: tensor<f32>, %p: i1) -> tensor<f32> {
  cf.cond_br %p, ^bb1, ^bb2(%x : tensor<f32>)
^bb1:
  %0 = stablehlo.negate %x : tensor<f32>
  cf.br ^bb2(%0 : tensor<f32>)
^bb2(%1: tensor<f32>):
  return %1 : tensor<f32>
}
func.func private @compare_blocks(%x: tensor<f32>, %p: i1) -> tensor<i1> {
  %0 = stablehlo.is_finite %x : (tensor<f32>) -> tensor<i1>
  cf.cond_br %p, ^bb1, ^bb2(%0 : tensor<i1>)
^bb1:
  %1 = stablehlo.not %0 : tensor<i1>
  cf.br ^bb2(%1 : tensor<i1>)
^bb2(%2: tensor<i1>):
  return %2 : tensor<i1>
}
func.func private @block(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %x : tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @branches
func.func @branches(%a: tensor<f32>, %q: tensor<i1>, %i: tensor<i32>, %p: i1) -> (tensor<f32>, tensor<f32>) {
  // CHECK: "stablehlo.if"
  // CHECK-NEXT: func.call @blocks
  // CHECK: stablehlo.negate
  %0 = "stablehlo.if"(%q) ({
    %2 = func.call @blocks(%a, %p) : (tensor<f32>, i1) -> tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }, {
    %2 = func.call @block(%a) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  // CHECK: "stablehlo.case"
  // CHECK-NEXT: func.call @blocks
  %1 = "stablehlo.case"(%i) ({
    %2 = func.call @blocks(%a, %p) : (tensor<f32>, i1) -> tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func.func @loop
func.func @loop(%a: tensor<f32>, %p: i1) -> tensor<f32> {
  // CHECK: cond
  // CHECK-NEXT: func.call @compare_blocks
  // CHECK: do
  // CHECK-NEXT: func.call @blocks
  %0 = stablehlo.while(%x = %a) : tensor<f32>
  cond {
    %1 = func.call @compare_blocks(%x, %p) : (tensor<f32>, i1) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = func.call @blocks(%x, %p) : (tensor<f32>, i1) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @reductions
func.func @reductions(%a: tensor<4xf32>, %i: tensor<f32>, %p: i1) {
  // CHECK: stablehlo.reduce
  // CHECK: func.call @blocks
  %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %9 = func.call @blocks(%x, %p) : (tensor<f32>, i1) -> tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }
  // CHECK: "stablehlo.reduce_window"
  // CHECK: func.call @blocks
  %1 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %9 = func.call @blocks(%x, %p) : (tensor<f32>, i1) -> tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK: "stablehlo.select_and_scatter"
  // CHECK: func.call @compare_blocks
  // CHECK: func.call @blocks
  %2 = "stablehlo.select_and_scatter"(%a, %1, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %9 = func.call @compare_blocks(%x, %p) : (tensor<f32>, i1) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %9 = func.call @blocks(%x, %p) : (tensor<f32>, i1) -> tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: "stablehlo.all_reduce"
  // CHECK: func.call @blocks
  %3 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %9 = func.call @blocks(%x, %p) : (tensor<f32>, i1) -> tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "stablehlo.reduce_scatter"
  // CHECK: func.call @blocks
  %4 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %9 = func.call @blocks(%x, %p) : (tensor<f32>, i1) -> tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @elements
func.func @elements(%a: tensor<4xf32>, %i: tensor<1xi32>, %u: tensor<f32>, %p: i1) {
  // CHECK: "stablehlo.map"
  // CHECK: func.call @blocks
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>):
    %9 = func.call @blocks(%x, %p) : (tensor<f32>, i1) -> tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "stablehlo.sort"
  // CHECK: func.call @compare_blocks
  %1 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %9 = func.call @compare_blocks(%x, %p) : (tensor<f32>, i1) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "stablehlo.scatter"
  // CHECK: func.call @blocks
  %2 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %9 = func.call @blocks(%x, %p) : (tensor<f32>, i1) -> tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) : (tensor<4xf32>, tensor<1xi32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.scan
  // CHECK: func.call @blocks
  %3 = chlo.scan(%a) inits () dimension = 0 {
  ^bb0(%x: tensor<f32>):
    %8 = arith.constant true
    %9 = func.call @blocks(%x, %8) : (tensor<f32>, i1) -> tensor<f32>
    stablehlo.return %9 : tensor<f32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}
