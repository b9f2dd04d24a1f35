// RUN: bcast-lower %s --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=reverses})' | FileCheck %s
// RUN: bcast-lower %s --target=iree > %t
// RUN: bcast-lower %t --target=iree | diff %t -

// A window over all elements up to each one is a scan; IREE's op takes the result and the totals.

// CHECK-LABEL: func.func @sums
// CHECK-SAME: %[[X:.+]]: tensor<?x8xf32>
// CHECK: %[[RESULT:.+]] = tensor.empty(%{{.+}}) : tensor<?x8xf32>
// CHECK: %[[TOTAL:.+]] = tensor.empty(%{{.+}}) : tensor<?xf32>
// CHECK: %[[SCAN:.+]]:2 = "iree_linalg_ext.scan"(%[[X]], %[[RESULT]], %[[TOTAL]]) ({
// CHECK: arith.addf
// CHECK: }) {dimension = 1 : i64, inclusive = true, operandSegmentSizes = array<i32: 1, 2>}
// CHECK: return %[[SCAN]]#0
func.func @sums(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// From each element on, between `reverse`.

// CHECK-LABEL: func.func @from_each
// CHECK: %[[REVERSED:.+]] = stablehlo.reverse %{{.+}}, dims = [1]
// CHECK: %[[SCAN:.+]]:2 = "iree_linalg_ext.scan"(%[[REVERSED]],
// CHECK: stablehlo.reverse %[[SCAN]]#0, dims = [1]
func.func @from_each(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %one) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [0, 7]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// The op has no sign, and another initial value than the neutral one is one more element.

// CHECK-LABEL: func.func @maxima
// CHECK: stablehlo.bitcast_convert %{{.+}} : (tensor<?x8xui8>) -> tensor<?x8xi8>
// CHECK: arith.maxui
// CHECK: %[[OWN:.+]] = stablehlo.bitcast_convert %{{.+}} : (tensor<?x8xi8>) -> tensor<?x8xui8>
// CHECK: stablehlo.maximum %{{.+}}, %[[OWN]]
func.func @maxima(%x: tensor<?x8xui8>, %init: tensor<ui8>) -> tensor<?x8xui8> {
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %1 = stablehlo.maximum %a, %b : tensor<ui8>
    stablehlo.return %1 : tensor<ui8>
  }) : (tensor<?x8xui8>, tensor<ui8>) -> tensor<?x8xui8>
  return %0 : tensor<?x8xui8>
}

// The size of a loop's tensor is known to stay, so the window holds all elements.

// CHECK-LABEL: func.func @in_loop
// CHECK: stablehlo.while
// CHECK: "iree_linalg_ext.scan"
func.func @in_loop(%x: tensor<?xi32>, %count: tensor<i32>) -> tensor<?xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<?xi32>
  cond {
    %c = stablehlo.compare LT, %i, %count, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %window = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %low = stablehlo.subtract %window, %ones : tensor<1xi32>
    %edges = stablehlo.concatenate %low, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %padding = stablehlo.reshape %edges : (tensor<2xi32>) -> tensor<1x2xi32>
    %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%y, %zero, %window, %ones, %ones, %ones, %padding) {api_version = 2 : i32, called_computations = [@sum]} : (tensor<?xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xi32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %0 : tensor<i32>, tensor<?xi32>
  }
  return %r#1 : tensor<?xi32>
}
func.func private @sum(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %a, %b : tensor<i32>
  return %0 : tensor<i32>
}

// Not all elements in front of each one, a stride, and another padding: no scans.

// CHECK-LABEL: func.func @others
// CHECK-NOT: iree_linalg_ext
func.func @others(%x: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x1xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 7>, padding = dense<[[0, 0], [6, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %1 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [4, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %2 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 8>, window_strides = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x1xf32>
  return %0, %1, %2 : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x1xf32>
}

// Each type and reducer has an op of its own on scalars.

// CHECK-LABEL: func.func @of_floats
// CHECK: arith.maximumf
// CHECK-NEXT: iree_linalg_ext.yield
// CHECK: arith.minimumf
// CHECK-NEXT: iree_linalg_ext.yield
// CHECK: arith.mulf
// CHECK-NEXT: iree_linalg_ext.yield
func.func @of_floats(%x: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) {
  %init0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %init0) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %next = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %next : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %init1 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %1 = "stablehlo.reduce_window"(%x, %init1) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %next = stablehlo.minimum %a, %b : tensor<f32>
    stablehlo.return %next : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %init2 = stablehlo.constant dense<1.0> : tensor<f32>
  %2 = "stablehlo.reduce_window"(%x, %init2) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %next = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %next : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  return %0, %1, %2 : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>
}

// CHECK-LABEL: func.func @of_integers
// CHECK: arith.maxsi
// CHECK-NEXT: iree_linalg_ext.yield
// CHECK: arith.minsi
// CHECK-NEXT: iree_linalg_ext.yield
// CHECK: arith.muli
// CHECK-NEXT: iree_linalg_ext.yield
// CHECK: arith.andi
// CHECK-NEXT: iree_linalg_ext.yield
// CHECK: arith.ori
// CHECK-NEXT: iree_linalg_ext.yield
// CHECK: arith.xori
// CHECK-NEXT: iree_linalg_ext.yield
func.func @of_integers(%x: tensor<?x8xi32>) -> (tensor<?x8xi32>, tensor<?x8xi32>, tensor<?x8xi32>, tensor<?x8xi32>, tensor<?x8xi32>, tensor<?x8xi32>) {
  %init0 = stablehlo.constant dense<-2147483648> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %init0) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %next = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }) : (tensor<?x8xi32>, tensor<i32>) -> tensor<?x8xi32>
  %init1 = stablehlo.constant dense<2147483647> : tensor<i32>
  %1 = "stablehlo.reduce_window"(%x, %init1) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %next = stablehlo.minimum %a, %b : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }) : (tensor<?x8xi32>, tensor<i32>) -> tensor<?x8xi32>
  %init2 = stablehlo.constant dense<1> : tensor<i32>
  %2 = "stablehlo.reduce_window"(%x, %init2) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %next = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }) : (tensor<?x8xi32>, tensor<i32>) -> tensor<?x8xi32>
  %init3 = stablehlo.constant dense<-1> : tensor<i32>
  %3 = "stablehlo.reduce_window"(%x, %init3) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %next = stablehlo.and %a, %b : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }) : (tensor<?x8xi32>, tensor<i32>) -> tensor<?x8xi32>
  %init4 = stablehlo.constant dense<0> : tensor<i32>
  %4 = "stablehlo.reduce_window"(%x, %init4) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %next = stablehlo.or %a, %b : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }) : (tensor<?x8xi32>, tensor<i32>) -> tensor<?x8xi32>
  %init5 = stablehlo.constant dense<0> : tensor<i32>
  %5 = "stablehlo.reduce_window"(%x, %init5) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %next = stablehlo.xor %a, %b : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }) : (tensor<?x8xi32>, tensor<i32>) -> tensor<?x8xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x8xi32>, tensor<?x8xi32>, tensor<?x8xi32>, tensor<?x8xi32>, tensor<?x8xi32>, tensor<?x8xi32>
}

// CHECK-LABEL: func.func @of_unsigned
// CHECK: arith.minui
// CHECK-NEXT: iree_linalg_ext.yield
// CHECK: arith.addi
// CHECK-NEXT: iree_linalg_ext.yield
func.func @of_unsigned(%x: tensor<?x8xui8>) -> (tensor<?x8xui8>, tensor<?x8xui8>) {
  %init0 = stablehlo.constant dense<255> : tensor<ui8>
  %0 = "stablehlo.reduce_window"(%x, %init0) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %next = stablehlo.minimum %a, %b : tensor<ui8>
    stablehlo.return %next : tensor<ui8>
  }) : (tensor<?x8xui8>, tensor<ui8>) -> tensor<?x8xui8>
  %init1 = stablehlo.constant dense<0> : tensor<ui8>
  %1 = "stablehlo.reduce_window"(%x, %init1) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %next = stablehlo.add %a, %b : tensor<ui8>
    stablehlo.return %next : tensor<ui8>
  }) : (tensor<?x8xui8>, tensor<ui8>) -> tensor<?x8xui8>
  return %0, %1 : tensor<?x8xui8>, tensor<?x8xui8>
}

// As bytes: what IREE stores truth values as.
// CHECK-LABEL: func.func @of_truth_values
// CHECK: stablehlo.convert %arg0 : (tensor<?x8xi1>) -> tensor<?x8xi8>
// CHECK: arith.andi {{.*}} : i8
// CHECK-NEXT: iree_linalg_ext.yield
// CHECK: arith.ori
// CHECK-NEXT: iree_linalg_ext.yield
func.func @of_truth_values(%x: tensor<?x8xi1>) -> (tensor<?x8xi1>, tensor<?x8xi1>) {
  %init0 = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.reduce_window"(%x, %init0) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %next = stablehlo.and %a, %b : tensor<i1>
    stablehlo.return %next : tensor<i1>
  }) : (tensor<?x8xi1>, tensor<i1>) -> tensor<?x8xi1>
  %init1 = stablehlo.constant dense<false> : tensor<i1>
  %1 = "stablehlo.reduce_window"(%x, %init1) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %next = stablehlo.or %a, %b : tensor<i1>
    stablehlo.return %next : tensor<i1>
  }) : (tensor<?x8xi1>, tensor<i1>) -> tensor<?x8xi1>
  return %0, %1 : tensor<?x8xi1>, tensor<?x8xi1>
}

// On static shapes, IREE computes scans itself, but without the initial value.

// CHECK-LABEL: func.func @static_shapes
// CHECK: iree_linalg_ext.scan
// CHECK: stablehlo.maximum %{{.+}}, %{{.+}} : tensor<4xf32>
// CHECK-NOT: iree_linalg_ext.scan
// CHECK: stablehlo.reduce_window
// CHECK: return
func.func @static_shapes(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = "stablehlo.reduce_window"(%x, %least) <{window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// The result may be of a more specific type than the tensor.

// CHECK-LABEL: func.func @of_known_size
// CHECK: %[[WHOLE:.*]] = tensor.cast %{{.+}} : tensor<?x5xf32> to tensor<3x5xf32>
// CHECK: "iree_linalg_ext.scan"(%[[WHOLE]]
func.func @of_known_size(%x: tensor<?x5xf32>, %zero: tensor<f32>) -> tensor<3x5xf32> {
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?x5xf32>, tensor<f32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// Each element of the padding is the initial value, too: as many as a scan in the other direction counts.

// CHECK-LABEL: func.func @other_initial_values
// CHECK: iree_linalg_ext.scan
// CHECK: %[[FILLED:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<i32>) -> tensor<3xi32>
// CHECK: %[[REVERSED:.*]] = stablehlo.reverse %[[FILLED]]
// CHECK: iree_linalg_ext.scan"(%[[REVERSED]]
// CHECK: stablehlo.add
func.func @other_initial_values(%x: tensor<3xi32>) -> tensor<3xi32> {
  %init = stablehlo.constant dense<100> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 3>, padding = dense<[[2, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %next = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }) : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// IREE does not compile unsigned integers, nor the least and greatest truth values, of static shapes either.
// CHECK-LABEL: func.func @static_unsigned
// CHECK: arith.maxui
func.func @static_unsigned(%x: tensor<4xui8>) -> tensor<4xui8> {
  %zero = stablehlo.constant dense<0> : tensor<ui8>
  %0 = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %1 = stablehlo.maximum %a, %b : tensor<ui8>
    stablehlo.return %1 : tensor<ui8>
  }) {window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>} : (tensor<4xui8>, tensor<ui8>) -> tensor<4xui8>
  return %0 : tensor<4xui8>
}
// CHECK-LABEL: func.func @least_truth_values
// CHECK: arith.andi %{{.*}}, %{{.*}} : i8
func.func @least_truth_values(%x: tensor<4xi1>) -> tensor<4xi1> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.reduce_window"(%x, %true) ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %1 = stablehlo.minimum %a, %b : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>} : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
// False is the greatest integer of one bit, but not neutral.
// CHECK-LABEL: func.func @from_false
// CHECK: iree_linalg_ext.scan
// CHECK: stablehlo.minimum
// CHECK-LABEL: func.func @from_true
// CHECK: iree_linalg_ext.scan
// CHECK-NOT: stablehlo.minimum
// CHECK: return
func.func @from_false(%x: tensor<4xi1>) -> tensor<4xi1> {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = "stablehlo.reduce_window"(%x, %false) ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %1 = stablehlo.minimum %a, %b : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>} : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
func.func @from_true(%x: tensor<4xi1>) -> tensor<4xi1> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.reduce_window"(%x, %true) ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %1 = stablehlo.minimum %a, %b : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>} : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
