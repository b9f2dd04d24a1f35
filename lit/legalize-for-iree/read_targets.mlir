// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s -enable-var-scope

// IREE would write the row before the square root of the old one is computed.
// CHECK-LABEL: func.func @update
// CHECK: %[[ROW:.*]] = stablehlo.multiply
// CHECK: %[[ONCE:.*]] = tensor.insert_slice %[[ROW]] into %[[X:.*]][%[[AT:.*]], %{{.*}}] [1, 3] [1, 1]
// CHECK: %[[AGAIN:.*]] = "util.optimization_barrier"(%[[AT]])
// CHECK: %[[TWICE:.*]] = tensor.insert_slice %[[ROW]] into %[[ONCE]][%[[AGAIN]], %{{.*}}] [1, 3] [1, 1]
// CHECK: return %{{.*}}, %[[TWICE]]
func.func @update(%x: tensor<?x3xf32>, %y: tensor<1x3xf32>, %i: tensor<i32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %x, %x : tensor<?x3xf32>
  %1 = stablehlo.multiply %y, %y : tensor<1x3xf32>
  %2 = stablehlo.sqrt %0 : tensor<?x3xf32>
  %3 = stablehlo.dynamic_update_slice %0, %1, %i, %zero : (tensor<?x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<?x3xf32>
  return %2, %3 : tensor<?x3xf32>, tensor<?x3xf32>
}

// Also on static shapes, and if the other op reads another shape.
// CHECK-LABEL: func.func @static_update
// CHECK: %[[ONCE:.*]] = stablehlo.dynamic_update_slice
// CHECK: %[[BITS:.*]] = stablehlo.bitcast_convert %[[ONCE]]
// CHECK: tensor.insert_slice %{{.*}} into %[[BITS]]
func.func @static_update(%x: tensor<2x3xui8>, %y: tensor<1x3xui8>, %i: tensor<i32>) -> (tensor<6xui8>, tensor<2x3xui8>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %x, %x : tensor<2x3xui8>
  %1 = stablehlo.multiply %y, %y : tensor<1x3xui8>
  %2 = stablehlo.reshape %0 : (tensor<2x3xui8>) -> tensor<6xui8>
  %3 = stablehlo.not %2 : tensor<6xui8>
  %4 = stablehlo.dynamic_update_slice %0, %1, %i, %zero : (tensor<2x3xui8>, tensor<1x3xui8>, tensor<i32>, tensor<i32>) -> tensor<2x3xui8>
  return %3, %4 : tensor<6xui8>, tensor<2x3xui8>
}

// What reads the tensor later finds the copy that IREE makes, and no kernel computes an argument or a constant.
// CHECK-LABEL: func.func @not_read_before
// CHECK-COUNT-1: tensor.insert_slice
// CHECK-NOT: tensor.insert_slice
func.func @not_read_before(%x: tensor<?x3xf32>, %y: tensor<1x3xf32>, %i: tensor<i32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %x, %x : tensor<?x3xf32>
  %1 = stablehlo.multiply %y, %y : tensor<1x3xf32>
  %2 = stablehlo.dynamic_update_slice %0, %1, %i, %zero : (tensor<?x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<?x3xf32>
  %3 = stablehlo.sqrt %0 : tensor<?x3xf32>
  return %2, %3 : tensor<?x3xf32>, tensor<?x3xf32>
}
// CHECK-LABEL: func.func @by_argument
// CHECK-COUNT-1: tensor.insert_slice
// CHECK-NOT: tensor.insert_slice
func.func @by_argument(%x: tensor<?x3xf32>, %y: tensor<1x3xf32>, %i: tensor<i32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %x, %x : tensor<?x3xf32>
  %1 = stablehlo.sqrt %0 : tensor<?x3xf32>
  %2 = stablehlo.dynamic_update_slice %0, %y, %i, %zero : (tensor<?x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<?x3xf32>
  return %1, %2 : tensor<?x3xf32>, tensor<?x3xf32>
}

// A kernel reads an element of the slice before it writes the sum there.
// CHECK-LABEL: func.func @scatter
// CHECK-COUNT-1: tensor.insert_slice
// CHECK-NOT: tensor.insert_slice
func.func @scatter(%x: tensor<?x3xf32>, %y: tensor<3xf32>, %i: tensor<1xi32>) -> tensor<?x3xf32> {
  %0 = stablehlo.add %y, %y : tensor<3xf32>
  %1 = "stablehlo.scatter"(%x, %i, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<?x3xf32>, tensor<1xi32>, tensor<3xf32>) -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

// Other elements than those that are replaced might be written before they are read.
// CHECK-LABEL: func.func @by_other_elements
// CHECK-COUNT-2: tensor.insert_slice
func.func @by_other_elements(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.slice %x [0:4:2] : (tensor<?xf32>) -> tensor<2xf32>
  %1 = stablehlo.sqrt %0 : tensor<2xf32>
  %2 = tensor.insert_slice %1 into %x[0] [2] [1] : tensor<2xf32> into tensor<?xf32>
  return %2 : tensor<?xf32>
}

// CHECK-LABEL: func.func @by_the_same_elements
// CHECK-COUNT-1: tensor.insert_slice
// CHECK-NOT: tensor.insert_slice
func.func @by_the_same_elements(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.slice %x [0:2] : (tensor<?xf32>) -> tensor<2xf32>
  %1 = stablehlo.sqrt %0 : tensor<2xf32>
  %2 = tensor.insert_slice %1 into %x[0] [2] [1] : tensor<2xf32> into tensor<?xf32>
  return %2 : tensor<?xf32>
}

// IREE might sort the tensor before the branch reads it, or find that the branch returns it.
// CHECK-LABEL: func.func @behind_branch
// CHECK: %[[X:.*]] = stablehlo.add %arg0, %arg0
// CHECK: stablehlo.if
// CHECK: %[[HIDDEN:.*]] = "util.optimization_barrier"(%c1)
// CHECK: %[[TRUE:.*]] = arith.cmpi eq, %[[HIDDEN]], %c1
// CHECK: %[[TRUE_TENSOR:.*]] = tensor.from_elements %[[TRUE]]
// CHECK: %[[COPY:.*]] = stablehlo.select %[[TRUE_TENSOR]], %[[X]], %{{.*}}
// CHECK: "stablehlo.sort"(%[[COPY]])
func.func @behind_branch(%x: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = "stablehlo.if"(%p) ({
    %3 = stablehlo.sqrt %0 : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }, {
    stablehlo.return %0 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %2 = "stablehlo.sort"(%0) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// The kernels of the branch are behind those around it.
// CHECK-LABEL: func.func @in_branch
// CHECK: stablehlo.if
// CHECK: stablehlo.select %{{.*}}, %arg0, %{{.*}}
// CHECK: "stablehlo.sort"
func.func @in_branch(%x: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.sqrt %x : tensor<4xf32>
  %1 = "stablehlo.if"(%p) ({
    %2 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %3 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// The second part of a concatenation changes nothing of the first one.
// CHECK-LABEL: func.func @concatenation
// CHECK-NOT: stablehlo.select
// CHECK: %[[FIRST:.*]] = tensor.insert_slice %[[A:.*]] into %{{.*}}[%{{.*}}] [%[[SIZE:.*]]] [1] :
// CHECK-NEXT: %[[ALL:.*]] = tensor.insert_slice %{{.*}} into %[[FIRST]][%[[SIZE]]]
// CHECK-NEXT: return %[[A]], %[[ALL]]
func.func @concatenation(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.exponential %x : tensor<?xf32>
  %1 = stablehlo.concatenate %0, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// A result of a branch or loop may be a tensor that others use, also if the loop has no iteration; and two
// results may be the same.

// Here the branch returns a copy, because the tensor is used behind it.
// CHECK-LABEL: func.func @result_of_a_branch
// CHECK: %[[CHOSEN:.*]] = "stablehlo.if"
// CHECK: %[[COPY:.*]] = stablehlo.select
// CHECK: stablehlo.return %[[COPY]]
// CHECK: %[[UPDATED:.*]] = stablehlo.dynamic_update_slice %[[CHOSEN]]
// CHECK: return %[[UPDATED]]
func.func @result_of_a_branch(%x: tensor<8xf32>, %p: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %u = stablehlo.constant dense<-5.0> : tensor<2xf32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.add %x, %x : tensor<8xf32>
  %t = stablehlo.compare LT, %p, %one : (tensor<i32>,tensor<i32>)->tensor<i1>
  %r = "stablehlo.if"(%t) ({
     stablehlo.return %y : tensor<8xf32> }, {
     %a = stablehlo.negate %x : tensor<8xf32>
     stablehlo.return %a : tensor<8xf32> }) : (tensor<i1>) -> tensor<8xf32>
  %c = stablehlo.dynamic_update_slice %r, %u, %z : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  return %c, %y : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @result_of_a_loop
// CHECK: %[[COPY:.*]] = stablehlo.select
// CHECK: %[[UPDATED:.*]] = stablehlo.dynamic_update_slice %[[COPY]]
// CHECK: return %[[UPDATED]]
func.func @result_of_a_loop(%x: tensor<8xf32>, %n: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %u = stablehlo.constant dense<-5.0> : tensor<2xf32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.add %x, %x : tensor<8xf32>
  %r:2 = stablehlo.while(%i=%z, %a=%y) : tensor<i32>, tensor<8xf32>
    cond { %l = stablehlo.compare LT, %i, %n : (tensor<i32>,tensor<i32>)->tensor<i1>
       stablehlo.return %l : tensor<i1> }
    do { %j = stablehlo.add %i, %one : tensor<i32>
       %e = stablehlo.multiply %a, %a : tensor<8xf32>
       stablehlo.return %j, %e : tensor<i32>, tensor<8xf32> }
  %c = stablehlo.dynamic_update_slice %r#1, %u, %z : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  return %c, %y : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @two_results_of_a_branch
// CHECK: %[[COPY:.*]] = stablehlo.select
// CHECK: %[[UPDATED:.*]] = stablehlo.dynamic_update_slice %[[COPY]]
// CHECK: return %[[UPDATED]]
func.func @two_results_of_a_branch(%x: tensor<8xf32>, %p: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %u = stablehlo.constant dense<-5.0> : tensor<2xf32>
  %r:2 = "stablehlo.case"(%p) ({
     %a = stablehlo.add %x, %x : tensor<8xf32>
     stablehlo.return %a, %a : tensor<8xf32>, tensor<8xf32> }, {
     %a = stablehlo.negate %x : tensor<8xf32>
     %b = stablehlo.abs %x : tensor<8xf32>
     stablehlo.return %a, %b : tensor<8xf32>, tensor<8xf32> }) : (tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>)
  %c = stablehlo.dynamic_update_slice %r#0, %u, %z : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  return %c, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// A function may return what it gets.
// CHECK-LABEL: func.func @result_of_a_call
// CHECK: %[[CALLED:.*]] = call @f
// CHECK: stablehlo.select %{{.*}}, %[[CALLED]]
// CHECK: return
func.func @result_of_a_call(%x: tensor<5xf32>, %p: tensor<i1>, %n: tensor<i32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %c = stablehlo.constant dense<9.0> : tensor<1xf32>
  %zz = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.add %x, %x : tensor<5xf32>
  %r = func.call @f(%y, %p) : (tensor<5xf32>, tensor<i1>) -> (tensor<5xf32>)
  %z = stablehlo.dynamic_update_slice %r, %c, %n : (tensor<5xf32>, tensor<1xf32>, tensor<i32>) -> tensor<5xf32>
  %w = stablehlo.add %z, %y : tensor<5xf32>
  return %z, %w : tensor<5xf32>, tensor<5xf32>
}
func.func private @f(%y: tensor<5xf32>, %p: tensor<i1>) -> (tensor<5xf32>) attributes {no_inline} {
  %s = "stablehlo.if"(%p) ({
      stablehlo.return %y : tensor<5xf32>
    }, {
      %q = stablehlo.multiply %y, %y : tensor<5xf32>
      stablehlo.return %q : tensor<5xf32>
    }) : (tensor<i1>) -> (tensor<5xf32>)
  return %s : tensor<5xf32>
}

// A tensor has the same memory behind a barrier, also for what reads it later.
// CHECK-LABEL: func.func @behind_barrier
// CHECK: %[[Y:.*]] = stablehlo.add
// CHECK: %[[SAME:.*]] = stablehlo.optimization_barrier %[[Y]]
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[SAME]]
// CHECK: stablehlo.dynamic_update_slice %[[COPY]]
func.func @behind_barrier(%x: tensor<4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %nine = stablehlo.constant dense<9.0> : tensor<1xf32>
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.optimization_barrier %0 : tensor<4xf32>
  %2 = stablehlo.dynamic_update_slice %1, %nine, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  %3 = stablehlo.sqrt %0 : tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}
// The second tensor of a barrier.
// CHECK-LABEL: func.func @behind_barrier_of_two
// CHECK: %[[SAME:.*]]:2 = stablehlo.optimization_barrier
// CHECK: stablehlo.select %{{.*}}, %[[SAME]]#1
func.func @behind_barrier_of_two(%x: tensor<4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %nine = stablehlo.constant dense<9.0> : tensor<1xf32>
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1:2 = stablehlo.optimization_barrier %x, %0 : tensor<4xf32>, tensor<4xf32>
  %2 = stablehlo.dynamic_update_slice %1#1, %nine, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  return %2, %0 : tensor<4xf32>, tensor<4xf32>
}
// Nothing else reads the sum.
// CHECK-LABEL: func.func @only_behind_barrier
// CHECK-NOT: stablehlo.select
// CHECK: return
func.func @only_behind_barrier(%x: tensor<4xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %nine = stablehlo.constant dense<9.0> : tensor<1xf32>
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.optimization_barrier %0 : tensor<4xf32>
  %2 = stablehlo.dynamic_update_slice %1, %nine, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// A barrier in front of an update of a constant does not make it another tensor: the constant would change.
// CHECK-LABEL: func.func @updated_constant
// CHECK: %[[HIDDEN:.*]] = stablehlo.optimization_barrier %{{.*}} : tensor<4xi32>
// CHECK: stablehlo.select %{{.*}}, %[[HIDDEN]]
// CHECK: "stablehlo.if"
func.func @updated_constant(%k: tensor<i32>, %p: tensor<i1>) -> (tensor<4xi32>, tensor<4xi32>) {
  %numbers = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %nine = stablehlo.constant dense<9> : tensor<1xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %numbers, %nine, %zero : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %0 : tensor<4xi32>
  }, {
    %2 = stablehlo.dynamic_update_slice %numbers, %nine, %k : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    stablehlo.return %2 : tensor<4xi32>
  }) : (tensor<i1>) -> tensor<4xi32>
  return %1, %numbers : tensor<4xi32>, tensor<4xi32>
}

// A part of a tensor that moves within it.
// CHECK-LABEL: func.func @moved_part
// CHECK: %[[PART:.*]] = stablehlo.slice %arg0
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[PART]]
// CHECK: stablehlo.dynamic_update_slice %arg0, %[[COPY]]
func.func @moved_part(%x: tensor<4xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  %1 = stablehlo.dynamic_update_slice %x, %0, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// The same of a tensor of unknown size, which is updated twice, because its elements are read in front of the update.
// CHECK-LABEL: func.func @moved_part_of_unknown_size
// CHECK: %[[PART:.*]] = stablehlo.real_dynamic_slice %arg0
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[PART]]
// CHECK: %[[ONCE:.*]] = tensor.insert_slice %[[COPY]] into %arg0
// CHECK: tensor.insert_slice %[[COPY]] into %[[ONCE]]
func.func @moved_part_of_unknown_size(%x: tensor<?xf32>, %end: tensor<1xi32>, %i: tensor<i32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %one, %end, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_update_slice %x, %0, %i : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
// CHECK-LABEL: func.func @moved_part_of_constant
// CHECK: %[[PART:.*]] = stablehlo.slice
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[PART]]
// CHECK: stablehlo.dynamic_update_slice %{{.*}}, %[[COPY]]
func.func @moved_part_of_constant(%i: tensor<i32>) -> tensor<4xi32> {
  %numbers = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %0 = stablehlo.slice %numbers [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %1 = stablehlo.dynamic_update_slice %numbers, %0, %i : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// A part that is sorted, and a tensor that is sorted twice, would be on the stack.
// CHECK-LABEL: func.func @sorted_part
// CHECK: %[[PART:.*]] = stablehlo.real_dynamic_slice
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[PART]]
// CHECK: "stablehlo.sort"(%[[COPY]])
func.func @sorted_part(%x: tensor<?xf32>, %end: tensor<1xi32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %one, %end, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = "stablehlo.sort"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
// So it is with a part of known size, also in another shape.
// CHECK-LABEL: func.func @sorted_known_part
// CHECK: %[[PART:.*]] = stablehlo.slice
// CHECK: %[[SHAPED:.*]] = stablehlo.reshape %[[PART]]
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[SHAPED]]
// CHECK: "stablehlo.sort"(%[[COPY]])
// CHECK: %[[ENDS:.*]] = stablehlo.pad
// CHECK: %[[SECOND:.*]] = stablehlo.select %{{.*}}, %[[ENDS]]
// CHECK: "stablehlo.sort"(%[[SECOND]])
func.func @sorted_known_part(%x: tensor<3x70x8xf32>) -> (tensor<70x8xf32>, tensor<3x69x8xf32>) {
  %0 = stablehlo.slice %x [1:2, 0:70, 0:8] : (tensor<3x70x8xf32>) -> tensor<1x70x8xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x70x8xf32>) -> tensor<70x8xf32>
  %2 = "stablehlo.sort"(%1) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %6 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %6 : tensor<i1>
  }) : (tensor<70x8xf32>) -> tensor<70x8xf32>
  %3 = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.pad %x, %3, low = [0, -1, 0], high = [0, 0, 0], interior = [0, 0, 0]
      : (tensor<3x70x8xf32>, tensor<f32>) -> tensor<3x69x8xf32>
  %5 = "stablehlo.sort"(%4) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %6 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %6 : tensor<i1>
  }) : (tensor<3x69x8xf32>) -> tensor<3x69x8xf32>
  return %2, %5 : tensor<70x8xf32>, tensor<3x69x8xf32>
}

// A tensor that is filled with one element has the memory of the filling behind the barrier, so a copy is changed: not
// the constant, nor the caller's argument.
// CHECK-LABEL: func.func @one_element
// CHECK: %[[FILLED:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<i8>) -> tensor<1xi8>
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[FILLED]], %{{.*}}
// CHECK: tensor.insert_slice %arg0 into %[[COPY]][%{{.*}}] [1] [3] : tensor<1xi8> into tensor<1xi8>
func.func @one_element(%x: tensor<1xi8>, %filling: tensor<i8>, %high: tensor<1xi32>) -> tensor<?xi8> {
  %low = stablehlo.constant dense<0> : tensor<1xi32>
  %interior = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.dynamic_pad %x, %filling, %low, %high, %interior : (tensor<1xi8>, tensor<i8>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// IREE folds the product, the transpose and the conversions behind the barrier, and would change %x before it is
// negated.
// CHECK-LABEL: func.func @folded_behind_barrier
// CHECK: %[[ONES:.*]] = stablehlo.multiply
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[ONES]], %{{.*}}
// CHECK: stablehlo.dynamic_update_slice %[[COPY]]
// CHECK: %[[MOVED:.*]] = stablehlo.transpose
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[MOVED]], %{{.*}}
// CHECK: stablehlo.dynamic_update_slice %[[COPY]]
// CHECK: %[[NARROW:.*]] = stablehlo.convert %{{.*}} : (tensor<1x5xf64>) -> tensor<1x5xf32>
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[NARROW]], %{{.*}}
// CHECK: stablehlo.dynamic_update_slice %[[COPY]]
func.func @folded_behind_barrier(%x: tensor<1x5xf32>, %y: tensor<1x1xf32>, %i: tensor<i32>) -> (tensor<1x5xf32>, tensor<5x1xf32>, tensor<1x5xf32>, tensor<1x5xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ones = stablehlo.constant dense<1.0> : tensor<1x5xf32>
  %0 = stablehlo.optimization_barrier %x : tensor<1x5xf32>
  %1 = stablehlo.multiply %0, %ones : tensor<1x5xf32>
  %2 = stablehlo.dynamic_update_slice %1, %y, %zero, %i : (tensor<1x5xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<1x5xf32>
  %3 = stablehlo.transpose %0, dims = [1, 0] : (tensor<1x5xf32>) -> tensor<5x1xf32>
  %4 = stablehlo.dynamic_update_slice %3, %y, %i, %zero : (tensor<5x1xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<5x1xf32>
  %5 = stablehlo.convert %0 : (tensor<1x5xf32>) -> tensor<1x5xf64>
  %6 = stablehlo.convert %5 : (tensor<1x5xf64>) -> tensor<1x5xf32>
  %7 = stablehlo.dynamic_update_slice %6, %y, %zero, %i : (tensor<1x5xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<1x5xf32>
  %8 = stablehlo.negate %x : tensor<1x5xf32>
  return %2, %4, %7, %8 : tensor<1x5xf32>, tensor<5x1xf32>, tensor<1x5xf32>, tensor<1x5xf32>
}

// A square root has other values than its operand.
// CHECK-LABEL: func.func @computed_behind_barrier
// CHECK-NOT: stablehlo.select
// CHECK: return
func.func @computed_behind_barrier(%x: tensor<5xf32>, %y: tensor<1xf32>, %i: tensor<i32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %0 = stablehlo.optimization_barrier %x : tensor<5xf32>
  %1 = stablehlo.sqrt %0 : tensor<5xf32>
  %2 = stablehlo.dynamic_update_slice %1, %y, %i : (tensor<5xf32>, tensor<1xf32>, tensor<i32>) -> tensor<5xf32>
  %3 = stablehlo.negate %x : tensor<5xf32>
  return %2, %3 : tensor<5xf32>, tensor<5xf32>
}

// Two iotas may have equal sizes, which IREE finds out later. It would sort one of them twice.
// CHECK-LABEL: func.func @two_iotas
// CHECK: stablehlo.dynamic_iota
// CHECK: stablehlo.select
// CHECK: "stablehlo.sort"
// CHECK: stablehlo.dynamic_iota
// CHECK: stablehlo.select
// CHECK: "stablehlo.sort"
func.func @two_iotas(%x: tensor<?xf32>, %n: tensor<1xi32>, %m: tensor<1xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %i = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %2 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  %j = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %1:2 = "stablehlo.sort"(%0#1, %j) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %p: tensor<i32>, %q: tensor<i32>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<?xi32>, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  return %0#1, %1#1 : tensor<?xi32>, tensor<?xi32>
}

// IREE finds that %1 is %2, which is then sorted before it is reversed.
// CHECK-LABEL: func.func @folded_and_merged
// CHECK: %[[PRODUCT:.*]] = stablehlo.multiply %{{.*}}, %arg1
// CHECK: "util.optimization_barrier"
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[PRODUCT]]
// CHECK: "stablehlo.sort"(%[[COPY]])
func.func @folded_and_merged(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %ones = stablehlo.dynamic_broadcast_in_dim %one, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %0 = stablehlo.multiply %x, %ones : tensor<?xf32>
  %1 = stablehlo.multiply %0, %y : tensor<?xf32>
  %2 = stablehlo.multiply %x, %y : tensor<?xf32>
  %3 = "stablehlo.sort"(%1) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  %4 = stablehlo.reverse %2, dims = [0] : tensor<?xf32>
  return %3, %4 : tensor<?xf32>, tensor<?xf32>
}

// Nothing else uses %x, so nothing else computes what is sorted.
// CHECK-LABEL: func.func @computed_once
// CHECK-NOT: util.optimization_barrier
// CHECK: return
func.func @computed_once(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %1 = stablehlo.multiply %x, %y : tensor<?xf32>
  %2 = stablehlo.exponential %y : tensor<?xf32>
  %3 = "stablehlo.sort"(%1) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  return %3, %2 : tensor<?xf32>, tensor<?xf32>
}
