// RUN: bcast-lower %s --legalize-for-iree | FileCheck %s
// RUN: bcast-lower %s --legalize-for-iree --legalize-for-iree | FileCheck %s

// Each branch ends in one barrier more than the one in front of it, if one of them computes a tensor, or contains a loop, a
// branch or a call.

// CHECK-LABEL: func.func @loops
// CHECK: stablehlo.if
// CHECK-NOT: util.optimization_barrier
// CHECK: stablehlo.return %{{.*}} : tensor<4xf32>, tensor<f32>
// CHECK-NEXT: }, {
// CHECK: stablehlo.while
// CHECK: "util.optimization_barrier"() : () -> ()
// CHECK-NEXT: stablehlo.return %{{.*}} : tensor<4xf32>, tensor<f32>
func.func @loops(%x: tensor<4xf32>, %y: tensor<f32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<f32>) {
  %0:2 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1, %y : tensor<4xf32>, tensor<f32>
  }, {
    %1 = stablehlo.while(%a = %x) : tensor<4xf32>
    cond {
      stablehlo.return %p : tensor<i1>
    } do {
      %2 = stablehlo.log_plus_one %a : tensor<4xf32>
      stablehlo.return %2 : tensor<4xf32>
    }
    stablehlo.return %1, %y : tensor<4xf32>, tensor<f32>
  }) : (tensor<i1>) -> (tensor<4xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @branches
// CHECK: scf.index_switch
// CHECK-NEXT: case 0
// CHECK-NEXT: stablehlo.negate
// CHECK-NEXT: "util.optimization_barrier"() : () -> ()
// CHECK-NEXT: scf.yield
// CHECK: case 1
// CHECK: scf.if
// CHECK-NOT: util.optimization_barrier
// CHECK: stablehlo.tanh
// CHECK-NEXT: "util.optimization_barrier"() : () -> ()
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: "util.optimization_barrier"()
// CHECK-NEXT: "util.optimization_barrier"()
// CHECK-NEXT: scf.yield
// CHECK: default
// CHECK-NEXT: stablehlo.logistic
// CHECK-NEXT: scf.yield
func.func @branches(%x: tensor<4xf32>, %i: index, %p: i1) -> tensor<4xf32> {
  %0 = scf.index_switch %i -> tensor<4xf32>
  case 0 {
    %1 = stablehlo.negate %x : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  case 1 {
    %1 = scf.if %p -> tensor<4xf32> {
      %2 = stablehlo.log_plus_one %x : tensor<4xf32>
      scf.yield %2 : tensor<4xf32>
    } else {
      %2 = stablehlo.tanh %x : tensor<4xf32>
      scf.yield %2 : tensor<4xf32>
    }
    scf.yield %1 : tensor<4xf32>
  }
  default {
    %1 = stablehlo.logistic %x : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @calls
// CHECK: call @callee
// CHECK: "util.optimization_barrier"() : () -> ()
// CHECK-NEXT: stablehlo.return
func.func @calls(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = func.call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @callee(tensor<4xf32>) -> tensor<4xf32>

// Branches that compute no tensor become a choice.
// CHECK-LABEL: func.func @choice
// CHECK-NOT: util.optimization_barrier
func.func @choice(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.constant dense<1.0> : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A branch that reads an element, or waits for a barrier, is enclosed: the wait would come behind the barriers of nothing.
// CHECK-LABEL: func.func @reads
// CHECK: "stablehlo.if"
// CHECK-NOT: scf.if
// CHECK: }, {
// CHECK: %[[ONE:.*]] = "util.optimization_barrier"(%{{.*}}) : (index) -> index
// CHECK: %[[TRUE:.*]] = arith.cmpi eq, %[[ONE]]
// CHECK: %[[IN:.*]]:2 = scf.if %[[TRUE]] -> (tensor<[[ROWS:.*]]?xf32>, tensor<4xf32>) {
// CHECK: tensor.extract
// CHECK: scf.yield %{{.*}}, %{{.*}} : tensor<[[ROWS]]?xf32>, tensor<4xf32>
// CHECK-NEXT: } else {
// CHECK: tensor.empty(%{{.*}}) : tensor<[[ROWS]]?xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %[[OWN:.*]] = "util.optimization_barrier"(%[[EMPTY]])
// CHECK-NEXT: "util.optimization_barrier"() : () -> ()
// CHECK-NEXT: scf.yield %{{.*}}, %[[OWN]]
// CHECK-NEXT: }
// CHECK-NEXT: "util.optimization_barrier"() : () -> ()
// CHECK-NEXT: stablehlo.return %[[IN]]#0, %[[IN]]#1, %{{.*}} : tensor<[[ROWS]]?xf32>, tensor<4xf32>, tensor<4xf32>
func.func @reads(%x: tensor<?xf32>, %y: tensor<4xf32>, %n: tensor<index>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<4xf32>, tensor<4xf32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0:3 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<?xf32>
    %2 = stablehlo.negate %y : tensor<4xf32>
    stablehlo.return %1, %2, %y : tensor<?xf32>, tensor<4xf32>, tensor<4xf32>
  }, {
    %n1 = tensor.extract %n[] : tensor<index>
    %1 = tensor.extract_slice %x[0] [%n1] [1] : tensor<?xf32> to tensor<?xf32>
    %2 = stablehlo.log_plus_one %y : tensor<4xf32>
    stablehlo.return %1, %2, %y : tensor<?xf32>, tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i1>) -> (tensor<?xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<?xf32>, tensor<4xf32>, tensor<4xf32>
}
