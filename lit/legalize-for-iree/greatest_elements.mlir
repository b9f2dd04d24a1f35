// RUN: bcast-lower %s --target=iree > %t
// RUN: FileCheck %s < %t
// RUN: bcast-lower %t --target=iree | diff %t -

// Integers in the order of the floats, of whose bits all but the sign change where that is set, behind a
// barrier; ties with what the results begin as are lost, since that is behind all elements.

// CHECK-LABEL: func.func @floats
func.func @floats(%x: tensor<?x2x?xf16>) -> (tensor<?x2x3xf16>, tensor<?x2x3xi32>) {
  // The least key, the last position, and masks of bits.
  // CHECK-DAG: %[[LAST:.+]] = stablehlo.constant dense<2147483647> : tensor<i32>
  // CHECK-DAG: %[[LOWEST:.+]] = stablehlo.constant dense<-32768> : tensor<i16>
  // CHECK-DAG: %[[SIGN:.+]] = stablehlo.constant dense<15> : tensor<i16>
  // CHECK-DAG: %[[OTHERS:.+]] = stablehlo.constant dense<32767> : tensor<i16>
  // Negative numbers, whose other bits change: they are in the opposite order.
  // CHECK: %[[BITS:.+]] = stablehlo.bitcast_convert %{{.+}} : (tensor<?x2x?xf16>)
  // CHECK: %[[SIGNS:.+]] = stablehlo.dynamic_broadcast_in_dim %[[SIGN]]
  // CHECK: %[[ALL_OTHERS:.+]] = stablehlo.dynamic_broadcast_in_dim %[[OTHERS]]
  // CHECK: %[[IS_NEGATIVE:.+]] = stablehlo.shift_right_arithmetic %[[BITS]], %[[SIGNS]]
  // CHECK: %[[MASK:.+]] = stablehlo.and %[[IS_NEGATIVE]], %[[ALL_OTHERS]]
  // CHECK: %[[KEY:.+]] = stablehlo.xor %[[BITS]], %[[MASK]]
  // What is computed is stored.
  // CHECK: %[[STORED:.+]] = "util.optimization_barrier"(%{{.*}}) : (tensor<?x?xi16>) -> tensor<?x?xi16>
  // CHECK: %[[ROWS:.+]] = "flow.tensor.tie_shape"(%[[STORED]],
  // What the results begin as.
  // CHECK: %[[FILLED:.+]] = stablehlo.dynamic_broadcast_in_dim %[[LOWEST]]
  // CHECK: %[[HIDDEN:.+]] = "util.optimization_barrier"(%[[FILLED]])
  // CHECK: %[[FIRST:.+]] = "flow.tensor.tie_shape"(%[[HIDDEN]],
  // CHECK: %[[OWN:.+]] = "util.optimization_barrier"(%[[LAST]])
  // CHECK: %[[POSITIONS:.+]] = stablehlo.dynamic_broadcast_in_dim %[[OWN]]
  // The greatest integers, and their positions.
  // CHECK: %[[FOUND:.+]]:2 = "iree_linalg_ext.topk"(%[[ROWS]], %[[FIRST]], %[[POSITIONS]])
  // CHECK-NEXT: ^bb0(%[[A:.*]]: i16, %[[B:.*]]: i16):
  // CHECK-NEXT: arith.cmpi sgt, %[[A]], %[[B]]
  // CHECK: }) {dimension = 1 : i64,
  // Floats again.
  // CHECK: stablehlo.xor
  %values, %positions = chlo.top_k(%x, k = 3) : tensor<?x2x?xf16> -> (tensor<?x2x3xf16>, tensor<?x2x3xi32>)
  return %values, %positions : tensor<?x2x3xf16>, tensor<?x2x3xi32>
}

// Integers without a sign; a static tensor is behind a barrier.

// CHECK-LABEL: func.func @unsigned
// CHECK: %[[BITS:.+]] = stablehlo.bitcast_convert %arg0 : (tensor<8xui32>) -> tensor<8xi32>
// CHECK: %[[ROWS:.+]] = stablehlo.reshape %[[BITS]] : (tensor<8xi32>) -> tensor<1x8xi32>
// CHECK: %[[STORED:.+]] = stablehlo.optimization_barrier %[[ROWS]]
// CHECK: "iree_linalg_ext.topk"(%[[STORED]]
// CHECK: arith.cmpi ugt
func.func @unsigned(%x: tensor<8xui32>) -> tensor<2xui32> {
  %values, %positions = chlo.top_k(%x, k = 2) : tensor<8xui32> -> (tensor<2xui32>, tensor<2xi32>)
  return %values : tensor<2xui32>
}

// Another use, a position that is not the first, another dim and another order stay sorts.

// CHECK-LABEL: func.func @others
// CHECK-NOT: iree_linalg_ext
func.func @others(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x2xi32>, tensor<2x8xf32>, tensor<8x2xf32>) {
  %rows = stablehlo.iota dim = 0 : tensor<8x8xi32>
  %iota = stablehlo.iota dim = 1 : tensor<8x8xi32>
  %0:2 = "stablehlo.sort"(%x, %iota) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %greater = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %greater : tensor<i1>
  }) : (tensor<8x8xf32>, tensor<8x8xi32>) -> (tensor<8x8xf32>, tensor<8x8xi32>)
  %1 = stablehlo.slice %0#1 [0:8, 1:3] : (tensor<8x8xi32>) -> tensor<8x2xi32>
  %2:2 = "stablehlo.sort"(%x, %rows) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %greater = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %greater : tensor<i1>
  }) : (tensor<8x8xf32>, tensor<8x8xi32>) -> (tensor<8x8xf32>, tensor<8x8xi32>)
  %3 = stablehlo.slice %2#0 [0:2, 0:8] : (tensor<8x8xf32>) -> tensor<2x8xf32>
  %4:2 = "stablehlo.sort"(%x, %iota) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %greater = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %greater : tensor<i1>
  }) : (tensor<8x8xf32>, tensor<8x8xi32>) -> (tensor<8x8xf32>, tensor<8x8xi32>)
  %5 = stablehlo.slice %4#0 [0:8, 0:2] : (tensor<8x8xf32>) -> tensor<8x2xf32>
  return %0#0, %1, %3, %5 : tensor<8x8xf32>, tensor<8x2xi32>, tensor<2x8xf32>, tensor<8x2xf32>
}

// A comparison of other values than the elements.
// CHECK-LABEL: func.func @comparison_of_others
// CHECK-NOT: topk
// CHECK: stablehlo.sort
func.func @comparison_of_others(%p: tensor<f32>, %q: tensor<f32>, %a: tensor<3xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<3xi32>
  %0:2 = "stablehlo.sort"(%a, %i) <{dimension = 0 : i64, is_stable = true}> ({
   ^bb0(%x: tensor<f32>, %y: tensor<f32>, %r: tensor<i32>, %s: tensor<i32>):
    %g = stablehlo.compare GT, %p, %q, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %g : tensor<i1>
  }) : (tensor<3xf32>, tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>)
  %1 = stablehlo.slice %0#0 [0:2] : (tensor<3xf32>) -> tensor<2xf32>
  %2 = stablehlo.slice %0#1 [0:2] : (tensor<3xi32>) -> tensor<2xi32>
  return %1, %2 : tensor<2xf32>, tensor<2xi32>
}
