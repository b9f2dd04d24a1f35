// RUN: bcast-lower %s --legalize-for-iree | FileCheck %s -enable-var-scope

// Both positions get copies; the numbers that these need are in front of the loop. What a loop does not
// change, or computes, needs none.
// CHECK-LABEL: func.func @while
// CHECK: %[[ZERO:.*]]:2 = stablehlo.optimization_barrier %{{.*}}, %{{.*}} : tensor<f32>, tensor<i1>
// CHECK: %[[TRUE:.*]] = stablehlo.optimization_barrier %{{.*}} : tensor<i1>
// CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}})
// CHECK: %[[D:.*]] = stablehlo.add %[[C]], %[[C]]
// CHECK-NOT: optimization_barrier
// CHECK: %[[ZEROS:.*]] = stablehlo.broadcast_in_dim %[[ZERO]]#0
// CHECK: %[[B_COPY:.*]] = stablehlo.select %[[TRUE]], %[[B]], %[[ZEROS]]
// CHECK: %[[A_COPY:.*]] = stablehlo.select %{{.*}}, %[[A]], %{{.*}}
// CHECK: stablehlo.return %{{.*}}, %[[B_COPY]], %[[A_COPY]], %[[D]]
func.func @while(%n: tensor<i32>, %x: tensor<2xf32>, %y: tensor<2xf32>, %z: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %c = %z) : tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %c, %c : tensor<2xf32>
    stablehlo.return %1, %b, %a, %2 : tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  return %0#1, %0#2, %0#3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// The first argument of the body of an `scf.for` is the number of the iteration.
// CHECK-LABEL: func.func @for
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK: %[[B_COPY:.*]] = stablehlo.select %{{.*}}, %[[B]], %{{.*}}
// CHECK: %[[A_COPY:.*]] = stablehlo.select %{{.*}}, %[[A]], %{{.*}}
// CHECK: scf.yield %[[B_COPY]], %[[A_COPY]]
func.func @for(%n: index, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<f32>, tensor<f32>) {
    scf.yield %b, %a : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// A loop begins with a copy of what the loop around it carries, at one position or several.
// CHECK-LABEL: func.func @nested
// CHECK: %[[TRUE:.*]] = stablehlo.optimization_barrier %{{.*}} : tensor<i1>
// CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %[[A:.*]] = %{{.*}})
// CHECK-NOT: optimization_barrier
// CHECK: %[[COPY:.*]] = stablehlo.select %[[TRUE]], %[[A]], %{{.*}}
// CHECK: %[[OTHER:.*]] = stablehlo.select %{{.*}}, %[[A]], %{{.*}}
// CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %[[COPY]], %{{.*}} = %[[OTHER]])
// CHECK: return
func.func @nested(%n: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<2xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1:3 = stablehlo.while(%j = %zero, %b = %a, %c = %a) : tensor<i32>, tensor<2xf32>, tensor<2xf32>
    cond {
      %3 = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = stablehlo.add %j, %one : tensor<i32>
      %4 = stablehlo.add %b, %c : tensor<2xf32>
      %5 = stablehlo.multiply %b, %c : tensor<2xf32>
      stablehlo.return %3, %4, %5 : tensor<i32>, tensor<2xf32>, tensor<2xf32>
    }
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1#1 : tensor<i32>, tensor<2xf32>
  }
  return %0#1 : tensor<2xf32>
}
